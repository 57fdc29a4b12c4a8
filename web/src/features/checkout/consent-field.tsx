import { CheckField } from "#web/ui/form/check-field.tsx";

/** Without it a buyer in the EU could return a file that they have kept. */
export function ConsentField() {
  return (
    <CheckField
      name="consent"
      label="Deliver at once"
      text="I want the original right away and know that I can't withdraw from the purchase once it is delivered."
    />
  );
}
