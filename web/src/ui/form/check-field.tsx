import { chakra, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { CheckBox } from "./check-box.ts";
import { useFieldError } from "./labelled-field.tsx";

interface CheckFieldProps {
  readonly name: string;
  readonly label: string;
  /** Explains what checking it does. */
  readonly text: string;
}

/** A native checkbox, so that keyboards and screen readers work as usual. */
export function CheckField({ name, label, text }: CheckFieldProps) {
  const { register } = useFormContext();
  const error = useFieldError(name);
  const id = useId();
  return (
    <chakra.div display="grid" gridTemplateColumns="auto 1fr" columnGap="3.5" alignItems="start">
      <CheckBox id={id} aria-describedby={`${id}-text`} aria-invalid={Boolean(error)} {...register(name)} />
      <div>
        <chakra.label htmlFor={id} fontWeight="medium" cursor="button">
          {label}
        </chakra.label>
        <div id={`${id}-text`}>
          <Text textStyle="sm" color="fg.muted">
            {text}
          </Text>
          <Text textStyle="sm" color="fg.error" aria-live="polite">
            {error}
          </Text>
        </div>
      </div>
    </chakra.div>
  );
}
