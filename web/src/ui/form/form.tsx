import { Button, type ButtonProps, Stack } from "@chakra-ui/react";
import type { FormEvent, ReactNode } from "react";
import { type FieldValues, FormProvider, useFormContext } from "react-hook-form";
import { Notice } from "../notice.tsx";
import { syncDomValues } from "./sync-dom-values.ts";
import { useUnsaved } from "./unsaved.ts";
import type { ContractForm } from "./use-contract-form.ts";

interface FormProps<Input extends FieldValues, Output> {
  readonly of: ContractForm<Input, Output>;
  /** The form's accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Holds the fields and the button; an error that belongs to no field is shown above them. */
export function Form<Input extends FieldValues, Output>({ of, label, children }: FormProps<Input, Output>) {
  const { errors, isDirty, isSubmitting } = of.form.formState;
  const { root } = errors;
  useUnsaved(isDirty && !isSubmitting);

  /** React bubbles a dialog's submission to the form that opened it, although the DOM doesn't nest them. */
  function submit(event: FormEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) return;
    syncDomValues(of.form, event.currentTarget);
    void of.submit(event);
  }

  return (
    <FormProvider {...of.form}>
      <form noValidate aria-label={label} onSubmit={submit}>
        <Stack gap="5">
          {root?.message && <Notice kind="error">{root.message}</Notice>}
          {children}
        </Stack>
      </form>
    </FormProvider>
  );
}

interface SubmitButtonProps extends ButtonProps {
  /** The form is complete as it opens. */
  readonly mayBeUnchanged?: boolean;
}

/** Disabled while nothing has changed and while the form is being sent. */
export function SubmitButton({ children, mayBeUnchanged = false, ...props }: SubmitButtonProps) {
  const { isDirty, isSubmitting } = useFormContext().formState;
  return (
    <Button
      type="submit"
      size="lg"
      width="full"
      loading={isSubmitting}
      loadingText={children}
      {...(isDirty || mayBeUnchanged ? {} : { title: "Nothing is filled in or changed yet" })}
      {...props}
      disabled={(!isDirty && !mayBeUnchanged) || props.disabled}
    >
      {children}
    </Button>
  );
}
