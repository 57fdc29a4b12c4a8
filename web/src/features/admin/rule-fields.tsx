import { LIMITS } from "#shared/limits.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { KeptTexts } from "./kept-texts.tsx";

/** The rule that a decision is based on, from the kept ones or written. */
export const RuleFields = ({ rules }: { readonly rules: readonly string[] }) => (
  <>
    <KeptTexts name="rule" label="Saved rules" texts={rules} />
    <TextField name="rule" label="Section of the terms, or law" max={LIMITS.operatorRule.max} />
  </>
);
