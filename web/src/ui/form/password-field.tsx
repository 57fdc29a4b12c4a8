import { PasswordField as AmplifyPasswordField } from "@aws-amplify/ui-react";
import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { countCodePoints, normalizePassword } from "#shared/rules/typed-secrets.ts";
import { Counter, type FieldProps, useFieldError } from "./labelled-field.tsx";

interface PasswordFieldProps extends Omit<FieldProps, "optional"> {
  /** `new-password` makes password managers suggest one, `current-password` fill one in. */
  readonly autoComplete: "new-password" | "current-password";
}

/** Styles Amplify's classes with our tokens, because its own stylesheet is 25 KB. */
const Container = chakra("div", {
  base: {
    position: "relative",
    width: "100%",
    "& .amplify-passwordfield": { display: "flex", flexDirection: "column", gap: "1.5" },
    "& .amplify-label": { textStyle: "sm", fontWeight: "medium", color: "fg", alignSelf: "flex-start" },
    "& .amplify-field-group": { position: "relative", width: "100%" },
    "& .amplify-input": {
      width: "100%",
      height: "12",
      paddingInlineStart: "4",
      paddingInlineEnd: "12",
      appearance: "none",
      borderRadius: "l2",
      borderWidth: "1px",
      borderColor: "border.emphasized",
      background: "bg.subtle",
      color: "fg",
      textStyle: "md",
      transition: "border-color 120ms, background 120ms",
      focusVisibleRing: "inside",
      focusRingColor: "accent.focusRing",
      _hover: { borderColor: "fg.subtle" },
      "&[type=password]": { fontFamily: "system-ui, sans-serif" },
      "&[aria-invalid=true]": { borderColor: "border.error", focusRingColor: "border.error" },
    },
    "& .amplify-field__show-password": {
      position: "absolute",
      insetEnd: "1.5",
      top: "1.5",
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      boxSize: "9",
      borderRadius: "full",
      color: "fg.muted",
      cursor: "button",
      focusVisibleRing: "outside",
      focusRingColor: "accent.focusRing",
      _hover: { background: "neutral.subtle" },
      "& svg": { boxSize: "5", fill: "currentColor" },
    },
    "& .amplify-visually-hidden": { srOnly: true },
    "& .amplify-field__error-message": { order: "1", textStyle: "sm", color: "fg.error" },
    "& .amplify-field__description": { order: "2", textStyle: "sm", color: "fg.muted" },
  },
});

const passwordLength = (typed: string) => countCodePoints(normalizePassword(typed));

const Count = chakra("div", { base: { position: "absolute", insetEnd: "0", top: "0" } });

/** A password field with a button to show the password. */
export function PasswordField({ name, label, max, hint, rule, autoComplete }: PasswordFieldProps) {
  const { register } = useFormContext();
  const error = useFieldError(name, rule);
  const [focused, setFocused] = useState(false);
  return (
    <Container onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <AmplifyPasswordField
        label={label}
        descriptiveText={hint}
        hasError={Boolean(error)}
        errorMessage={error}
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="none"
        {...register(name)}
      />
      {focused && max !== undefined && (
        <Count>
          <Counter name={name} max={max} count={passwordLength} />
        </Count>
      )}
    </Container>
  );
}
