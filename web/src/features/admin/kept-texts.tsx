import { Field } from "@chakra-ui/react";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { Select } from "#web/ui/form/select.tsx";

/** Fills a field with a kept text, which can then be changed. */
export function KeptTexts({
  name,
  label,
  texts,
}: {
  readonly name: string;
  readonly label: string;
  readonly texts: readonly string[];
}) {
  const { setValue } = useFormContext();
  const id = useId();
  return (
    <Field.Root ids={{ control: id }}>
      <Field.Label>{label}</Field.Label>
      <Select
        id={id}
        root={{ width: "full" }}
        value=""
        onChange={({ target }) => setValue(name, target.value, { shouldDirty: true, shouldValidate: true })}
      >
        <option value="" disabled>
          Choose one, then edit it
        </option>
        {texts.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </Select>
    </Field.Root>
  );
}
