import { Box, Input } from "@chakra-ui/react";
import { useFormContext } from "react-hook-form";
import { type FieldProps, LabelledField } from "./labelled-field.tsx";

interface NumberFieldProps extends FieldProps {
  /** Shown before the number, such as "$". */
  readonly unit?: string;
  readonly disabled?: boolean;
}

/** Maps an empty field to undefined; the schema rejects NaN. */
const toNumber = (value: unknown) =>
  value === "" || value === undefined || value === null ? undefined : Number(value);

/** A whole number in a text input, because number inputs change on scroll. */
export function NumberField({ name, label, hint, rule, optional, unit, disabled }: NumberFieldProps) {
  const { register } = useFormContext();
  return (
    <LabelledField {...{ name, label, hint, optional }} {...(rule ? { rule } : {})}>
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
          {...register(name, { setValueAs: toNumber })}
        />
      </Box>
    </LabelledField>
  );
}
