import { useFormContext } from "react-hook-form";
import { LOOK_REASONS } from "#shared/model/operator.ts";
import { LabelledField } from "#web/ui/form/labelled-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { LOOK_REASON_LABELS } from "./look-reasons.ts";

/** The field `reason` of a look at private things. */
export function LookReasonField() {
  const { register } = useFormContext();
  return (
    <LabelledField name="reason" label="Reason" hint="The log keeps it with your name.">
      <Select root={{ width: "full" }} {...register("reason")}>
        <option value="">Choose a reason</option>
        {LOOK_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {LOOK_REASON_LABELS[reason]}
          </option>
        ))}
      </Select>
    </LabelledField>
  );
}
