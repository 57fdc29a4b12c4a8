import { Field, Flex, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { type FieldError, get, useFormContext, useWatch } from "react-hook-form";

/** What every field takes. */
export interface FieldProps {
  /** The field's name in the contract. */
  readonly name: string;
  readonly label: string;
  /** Characters; shows a counter while the field has the focus. */
  readonly max?: number;
  /** Stands below the field, and below its error, which it often explains. */
  readonly hint?: ReactNode;
  /** Says so in the label, since most fields are required. */
  readonly optional?: boolean;
}

export function Counter({ name, max }: { readonly name: string; readonly max: number }) {
  const value: unknown = useWatch({ name });
  const length = typeof value === "string" ? value.length : 0;
  return (
    <Text
      as="span"
      data-counter
      textStyle="xs"
      color={length > max ? "fg.error" : "fg.muted"}
      fontVariantNumeric="tabular-nums"
    >
      {length}/{max}
    </Text>
  );
}

/** The error that a field shows, if any. */
export function useFieldError(name: string): string | undefined {
  const error: FieldError | undefined = get(useFormContext().formState.errors, name);
  return error?.message;
}

/** Label above, counter beside it, error and hint below; the ids that tie them together come from Chakra's Field. */
export function LabelledField({
  name,
  label,
  max,
  hint,
  optional,
  children,
}: FieldProps & { readonly children: ReactNode }) {
  const error = useFieldError(name);
  const [focused, setFocused] = useState(false);
  return (
    <Field.Root invalid={Boolean(error)} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <Flex width="full" justify="space-between" align="baseline" gap="3">
        <Field.Label>
          {label}
          {optional && (
            <Text as="span" color="fg.muted" fontWeight="normal">
              {" (optional)"}
            </Text>
          )}
        </Field.Label>
        {focused && max !== undefined && <Counter name={name} max={max} />}
      </Flex>
      {children}
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  );
}
