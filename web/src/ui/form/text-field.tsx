import { Input, type InputProps, Textarea } from "@chakra-ui/react";
import { useFormContext } from "react-hook-form";
import { type FieldProps, LabelledField } from "./labelled-field.tsx";

type TextFieldProps = FieldProps &
  Pick<
    InputProps,
    "type" | "autoComplete" | "inputMode" | "placeholder" | "autoCapitalize" | "disabled" | "spellCheck" | "min"
  >;

export function TextField({ name, label, max, hint, rule, optional, ...input }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <LabelledField {...{ name, label, max, hint, optional }} {...(rule ? { rule } : {})}>
      <Input dir="auto" {...input} {...register(name)} />
    </LabelledField>
  );
}

export function TextAreaField({ name, label, max, hint, optional, disabled, placeholder }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <LabelledField {...{ name, label, max, hint, optional }}>
      <Textarea dir="auto" disabled={disabled} placeholder={placeholder} {...register(name)} />
    </LabelledField>
  );
}
