import type { ReactNode } from "react";
import { type FieldError, get, useFormContext, useWatch } from "react-hook-form";
import { Count, FieldFrame } from "./field-frame.tsx";

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
  return <Count length={typeof value === "string" ? value.length : 0} max={max} />;
}

/** The error that a field shows, if any. */
export function useFieldError(name: string): string | undefined {
  const error: FieldError | undefined = get(useFormContext().formState.errors, name);
  return error?.message;
}

/** Label above, counter beside it, error and hint below; the ids that tie them together come from Chakra's Field. */
export function LabelledField({ name, max, children, ...frame }: FieldProps & { readonly children: ReactNode }) {
  const error = useFieldError(name);
  return (
    <FieldFrame {...frame} error={error} counter={max !== undefined && <Counter name={name} max={max} />}>
      {children}
    </FieldFrame>
  );
}
