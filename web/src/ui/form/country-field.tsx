import { useFormContext } from "react-hook-form";
import { COUNTRIES } from "#shared/countries.ts";
import { type FieldProps, LabelledField } from "./labelled-field.tsx";
import { Select } from "./select.tsx";

const toOption = ({ code, name }: (typeof COUNTRIES)[number]) => (
  <option key={code} value={code}>
    {name}
  </option>
);

/** Supported countries of sellers first; the others are disabled. */
const BY_SUPPORT = (
  <>
    <optgroup label="Sellers can be in">{COUNTRIES.filter(({ supported }) => supported).map(toOption)}</optgroup>
    <optgroup label="Not supported yet" disabled>
      {COUNTRIES.filter(({ supported }) => !supported).map(toOption)}
    </optgroup>
  </>
);

/** A country by its code, in a native select, so that typing jumps to a name and phones show their picker. */
export function CountryField({
  name,
  label,
  hint,
  optional,
  isForSelling,
  autoComplete = "country",
}: FieldProps & { readonly isForSelling?: boolean; readonly autoComplete?: string }) {
  const { register } = useFormContext();
  return (
    <LabelledField {...{ name, label, hint, optional }}>
      <Select autoComplete={autoComplete} {...register(name)}>
        <option value="">{optional ? "Not specified" : "Choose a country"}</option>
        {isForSelling ? BY_SUPPORT : COUNTRIES.map(toOption)}
      </Select>
    </LabelledField>
  );
}
