import { Field, Flex, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";

/** How much of what may be typed is typed. */
export function Count({ length, max }: { readonly length: number; readonly max: number }) {
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

interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly optional?: boolean | undefined;
  readonly error?: string | undefined;
  /** Shown while the field has the focus. */
  readonly counter?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around any field, whoever keeps its value. */
export function FieldFrame({ label, hint, optional, error, counter, children }: FieldFrameProps) {
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
        {focused && counter}
      </Flex>
      {children}
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  );
}
