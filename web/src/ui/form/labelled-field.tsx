import { Field, Flex, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { type FieldError, get, useFormContext, useWatch } from "react-hook-form";
import { MESSAGES } from "#shared/messages.ts";
import { countCharacters, isVisible } from "#shared/rules/visible-text.ts";

interface CountProps {
  readonly max: number;
  /** Counts the length of values that don't use characters, such as passwords. */
  readonly count?: (text: string) => number;
}

/** Typed and allowed number of characters. */
export function CharacterCount({ text, max, count = countCharacters }: CountProps & { readonly text: string }) {
  const length = count(text);
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

interface FieldLayoutProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly optional?: boolean | undefined;
  readonly error?: string | undefined;
  /** Shown while the field has the focus. */
  readonly counter?: ReactNode;
  readonly children: ReactNode;
}

/** Label, counter, and error or hint around a field, with or without a form. */
export function FieldLayout({ label, hint, optional, error, counter, children }: FieldLayoutProps) {
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
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : hint && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  );
}

/** Props of every field. */
export interface FieldProps {
  /** The field's name in the contract. */
  readonly name: string;
  readonly label: string;
  /** Characters; shows a counter while the field has the focus. */
  readonly max?: number;
  /** Shown below the field; an error takes its place. */
  readonly hint?: ReactNode;
  /** Describes a valid value; appended to the catalogue's "Invalid value". */
  readonly rule?: string;
  /** Marks the label, since most fields are required. */
  readonly optional?: boolean;
}

export function Counter({ name, ...props }: CountProps & { readonly name: string }) {
  const value: unknown = useWatch({ name });
  return <CharacterCount text={typeof value === "string" ? value : ""} {...props} />;
}

const findProblem = (value: unknown) =>
  typeof value !== "string" || isVisible(value) ? undefined : "it contains invisible characters";

/**
 * The field's error message; a bare "Invalid value" is followed by the rule. A list's members are all validated when one is
 * added, so theirs wait until they were touched or sent.
 */
export function useFieldError(name: string, rule?: string): string | undefined {
  const { formState, getValues } = useFormContext();
  const { errors, touchedFields, isSubmitted } = formState;
  if (name.includes(".") && !isSubmitted && !get(touchedFields, name)) return undefined;
  const found: FieldError | undefined = get(errors, name);
  const error = found?.root ?? found;
  if (error?.message !== MESSAGES.invalid) return error?.message;
  const wanted = rule ?? findProblem(getValues(name));
  return wanted ? `${error.message}: ${wanted}` : error.message;
}

/** A field of the surrounding form, with its error; Chakra's Field provides the ids that connect label, error and hint. */
export function LabelledField({ name, max, rule, children, ...layout }: FieldProps & { readonly children: ReactNode }) {
  const error = useFieldError(name, rule);
  return (
    <FieldLayout {...layout} error={error} counter={max !== undefined && <Counter name={name} max={max} />}>
      {children}
    </FieldLayout>
  );
}
