import { Box, IconButton, Input } from "@chakra-ui/react";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { type FieldProps, LabelledField } from "./labelled-field.tsx";

interface PasswordFieldProps extends FieldProps {
  /** `new-password` makes password managers offer one, `current-password` fill one in. */
  readonly autoComplete: "new-password" | "current-password";
}

export function PasswordField({ name, label, max, hint, autoComplete }: PasswordFieldProps) {
  const { register } = useFormContext();
  const [shown, setShown] = useState(false);
  return (
    <LabelledField {...{ name, label, max, hint }}>
      <Box position="relative" width="full">
        <Input
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          pe="12"
          {...register(name)}
        />
        <IconButton
          variant="ghost"
          size="sm"
          position="absolute"
          insetEnd="1.5"
          top="1.5"
          color="fg.muted"
          aria-label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </Box>
    </LabelledField>
  );
}
