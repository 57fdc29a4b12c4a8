import { NativeSelect } from "@chakra-ui/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useController } from "react-hook-form";
import { MEDIUM_CODES, MEDIUMS } from "#shared/mediums.ts";
import { nativeSelect } from "#web/theme/recipes/native-select.ts";
import { type FieldProps, LabelledField } from "#web/ui/form/labelled-field.tsx";

/** The medium of an artwork, such as oil or photography. */
export function MediumField({ name, label }: Pick<FieldProps, "name" | "label">) {
  const { field } = useController({ name });
  return (
    <LabelledField name={name} label={label} optional>
      <NativeSelect.Root recipe={nativeSelect}>
        <NativeSelect.Field {...field}>
          <option value="">Not specified</option>
          {MEDIUM_CODES.map((medium) => (
            <option key={medium} value={medium}>
              {MEDIUMS[medium]}
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
