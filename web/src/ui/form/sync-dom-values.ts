import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const isChecked = (control: Control) => control instanceof HTMLInputElement && control.checked;

/** The value that the controls of one field show; undefined where the form's value isn't value by them. */
function shownValue(controls: readonly Control[]): string | boolean | null | undefined {
  const [first] = controls;
  if (!first || first.type === "file" || controls.some((control) => control.matches(":disabled"))) return undefined;
  if (first.type === "radio") return controls.find(isChecked)?.value ?? null;
  return first.type === "checkbox" ? isChecked(first) : first.value;
}

const toShown = (value: unknown) => (typeof value === "boolean" ? value : String(value ?? ""));

/**
 * Copies what the controls show into the form where it holds something else: browsers autofill, restore and reset
 * controls without an event, and a submission must send what its user sees.
 */
export function syncDomValues<Values extends FieldValues>(
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
