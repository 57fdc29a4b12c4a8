import { Button, type ButtonProps, Stack } from "@chakra-ui/react";
import type { FormEvent, ReactNode } from "react";
import { type FieldValues, FormProvider, useFormContext } from "react-hook-form";
import { Notice } from "../notice.tsx";
import { adoptShown } from "./adopt-shown.ts";
import type { ContractForm } from "./use-contract-form.ts";

interface FormProps<Input extends FieldValues, Output> {
  readonly of: ContractForm<Input, Output>;
  /** Read to those who can't see where the form stands. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The fields and the button stand in here; what belongs to no field is said above them. */
export function Form<Input extends FieldValues, Output>({ of, label, children }: FormProps<Input, Output>) {
  const { root } = of.form.formState.errors;

  /** A dialog's form bubbles through React to the form that opened it, though it stands elsewhere on the page. */
  function submit(event: FormEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) return;
    adoptShown(of.form, event.currentTarget);
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

/** Disabled while nothing changed and while the form is on its way. */
export function SubmitButton({ children, ...props }: ButtonProps) {
  const { isDirty, isSubmitting } = useFormContext().formState;
  return (
    <Button
      type="submit"
      size="lg"
      width="full"
      loading={isSubmitting}
      loadingText={children}
      {...props}
      disabled={!isDirty || props.disabled}
    >
      {children}
    </Button>
  );
}
