import { Button, type ButtonProps, Stack } from "@chakra-ui/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import {
  type FieldValues,
  FormProvider,
  type Path,
  type PathValue,
  type UseFormReturn,
  useFormContext,
} from "react-hook-form";
import { Notice } from "../notice.tsx";
import { useIsHydrated } from "../use-is-hydrated.ts";
import { useUnsaved } from "./unsaved.ts";
import type { ContractForm } from "./use-contract-form.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const isChecked = (control: Control) => control instanceof HTMLInputElement && control.checked;

/** The value that a field's controls show; undefined if they don't represent the form's value. */
function shownValue(controls: readonly Control[]): string | boolean | null | undefined {
  const [first] = controls;
  if (!first || first.type === "file" || controls.some((control) => control.matches(":disabled"))) return undefined;
  if (first.type === "radio") return controls.find(isChecked)?.value ?? null;
  return first.type === "checkbox" ? isChecked(first) : first.value;
}

const toShown = (value: unknown) => (typeof value === "boolean" ? value : String(value ?? ""));

/**
 * Copies the controls' values into the form: browsers autofill, restore and reset controls without an event, and a
 * submission must send what the user sees.
 */
function syncDomValues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "getValues" | "setValue">,
  element: HTMLFormElement,
): void {
  const controls = Array.from(element.elements).filter(isControl);
  for (const [name, value] of Object.entries(form.getValues())) {
    const shown = shownValue(controls.filter((control) => control.name === name));
    if (shown === undefined || toShown(shown) === toShown(value)) continue;
    form.setValue(name as Path<Values>, shown as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}

/**
 * Copies input typed before hydration into the form; deferred, because during hydration the form would record the change
 * without rerendering.
 */
function useEarlyInput<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  const element = useRef<HTMLFormElement>(null);
  const { control, getValues, reset, setValue } = form;
  // A form rendered by the browser has no earlier input.
  const wasRendered = useRef(!useIsHydrated());
  useEffect(() => {
    if (!wasRendered.current) return;
    const timer = setTimeout(() => {
      if (!element.current) return;
      syncDomValues({ getValues, setValue }, element.current);
      const values = getValues();
      const defaults: Readonly<Record<string, unknown>> = control._defaultValues;
      const isChanged = Object.entries(values).some(([name, value]) => toShown(value) !== toShown(defaults[name]));
      if (isChanged) reset(values, { keepDefaultValues: true });
    });
    return () => clearTimeout(timer);
  }, [control, getValues, reset, setValue]);
  return element;
}

interface FormProps<Input extends FieldValues, Output> {
  readonly form: ContractForm<Input, Output>;
  /** The form's accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A form; shows errors without a field above its fields. */
export function Form<Input extends FieldValues, Output>({ form, label, children }: FormProps<Input, Output>) {
  const { errors, isDirty, isSubmitting } = form.form.formState;
  const { root } = errors;
  useUnsaved(isDirty && !isSubmitting);
  const element = useEarlyInput(form.form);

  /** React bubbles a dialog's submit event to the form that rendered it, although the DOM doesn't nest them. */
  function submit(event: FormEvent<HTMLFormElement>) {
    if (event.target !== event.currentTarget) return;
    syncDomValues(form.form, event.currentTarget);
    void form.submit(event);
  }

  return (
    <FormProvider {...form.form}>
      <form ref={element} noValidate aria-label={label} onSubmit={submit}>
        <Stack gap="5">
          {root?.message && <Notice kind="error">{root.message}</Notice>}
          {children}
        </Stack>
      </form>
    </FormProvider>
  );
}

interface SubmitButtonProps extends ButtonProps {
  /** Enables the button without changes. */
  readonly mayBeUnchanged?: boolean;
}

/** Disabled without changes and during submission. */
export function SubmitButton({ children, mayBeUnchanged = false, ...props }: SubmitButtonProps) {
  const { isDirty, isSubmitting } = useFormContext().formState;
  return (
    <Button
      type="submit"
      size="lg"
      width="full"
      loading={isSubmitting}
      loadingText={children}
      {...(isDirty || mayBeUnchanged ? {} : { title: "Nothing has been filled in or changed yet" })}
      {...props}
      disabled={(!isDirty && !mayBeUnchanged) || props.disabled}
    >
      {children}
    </Button>
  );
}
