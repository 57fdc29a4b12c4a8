import { NativeSelect } from "@chakra-ui/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useController } from "react-hook-form";
import { nativeSelect } from "#web/theme/recipes/native-select.ts";
import { type FieldProps, LabelledField } from "#web/ui/form/labelled-field.tsx";

interface CodedFieldProps extends Pick<FieldProps, "name" | "label"> {
  /** Labels of the field's codes. */
  readonly labels: Readonly<Record<string, string>>;
}

/** An optional choice, such as an artwork's medium. */
export function CodedField({ name, label, labels }: CodedFieldProps) {
  const { field } = useController({ name });
  return (
    <LabelledField name={name} label={label} optional>
      <NativeSelect.Root recipe={nativeSelect}>
        <NativeSelect.Field {...field}>
          <option value="">Not specified</option>
          {Object.entries(labels).map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <ChevronDown size={20} aria-hidden />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </LabelledField>
  );
}
