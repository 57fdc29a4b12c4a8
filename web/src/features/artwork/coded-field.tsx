import { useController } from "react-hook-form";
import { type FieldProps, LabelledField } from "#web/ui/form/labelled-field.tsx";
import { Select } from "#web/ui/form/select.tsx";

interface CodedFieldProps extends Pick<FieldProps, "name" | "label"> {
  /** Labels of the field's codes. */
  readonly labels: Readonly<Record<string, string>>;
}

/** An optional choice, such as an artwork's medium. */
export function CodedField({ name, label, labels }: CodedFieldProps) {
  const { field } = useController({ name });
  return (
    <LabelledField name={name} label={label} optional>
      <Select {...field}>
        <option value="">Not specified</option>
        {Object.entries(labels).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </Select>
    </LabelledField>
  );
}
