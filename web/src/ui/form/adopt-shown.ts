import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const isOn = (control: Control) => control instanceof HTMLInputElement && control.checked;

/** What the controls of one field show; undefined where the page doesn't keep it in them. */
function shownIn(controls: readonly Control[]): string | boolean | null | undefined {
  const [first] = controls;
  if (!first || first.type === "file" || controls.some((control) => control.matches(":disabled"))) return undefined;
  if (first.type === "radio") return controls.find(isOn)?.value ?? null;
  return first.type === "checkbox" ? isOn(first) : first.value;
}

const asShown = (held: unknown) => (typeof held === "boolean" ? held : String(held ?? ""));

/**
 * Takes over what the fields show where the form holds something else: browsers fill in, restore and reset fields
 * without an event that tells of it, and nobody may send what they can't see.
 */
export function adoptShown<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "getValues" | "setValue">,
  element: HTMLFormElement,
): void {
  const controls = Array.from(element.elements).filter(isControl);
  for (const [name, held] of Object.entries(form.getValues())) {
    const shown = shownIn(controls.filter((control) => control.name === name));
    if (shown === undefined || asShown(shown) === asShown(held)) continue;
    form.setValue(name as Path<Values>, shown as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}
