import { Box, Input } from "@chakra-ui/react";
import { useFormContext } from "react-hook-form";
import { type FieldProps, LabelledField } from "./labelled-field.tsx";

interface NumberFieldProps extends FieldProps {
  /** Stands before the number, "$" say. */
  readonly unit?: string;
  readonly disabled?: boolean;
}

/** An empty field is no number yet; anything else that isn't one is for the schema to refuse. */
const asNumber = (value: unknown) =>
  value === "" || value === undefined || value === null ? undefined : Number(value);

/** A whole number. A text input, because number inputs change when someone scrolls over them. */
export function NumberField({ name, label, hint, optional, unit, disabled }: NumberFieldProps) {
  const { register } = useFormContext();
  return (
    <LabelledField {...{ name, label, hint, optional }}>
      <Box position="relative" width="full">
        {unit && (
          <Box
            aria-hidden
            position="absolute"
            insetStart="4"
            top="0"
            height="full"
            display="grid"
            placeItems="center"
            color="fg.muted"
            zIndex="1"
          >
            {unit}
          </Box>
        )}
        <Input
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          {...(unit ? { ps: "8" } : {})}
          {...register(name, { setValueAs: asNumber })}
        />
      </Box>
    </LabelledField>
  );
}
