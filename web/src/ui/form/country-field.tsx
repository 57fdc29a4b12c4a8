import { NativeSelect } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { COUNTRIES } from "#shared/countries.ts";
import { nativeSelect } from "#web/theme/recipes/native-select.ts";
import { type FieldProps, LabelledField } from "./labelled-field.tsx";

/** A listed country by its code. The browser's own list: typing jumps to a name, and phones show their wheel. */
export function CountryField({ name, label, hint, optional }: FieldProps) {
  const { register } = useFormContext();
  return (
    <LabelledField {...{ name, label, hint, optional }}>
      <NativeSelect.Root recipe={nativeSelect}>
        <NativeSelect.Field autoComplete="country" {...register(name)}>
          <option value="">{optional ? "Not said" : "Choose a country"}</option>
          {COUNTRIES.map((country) => (
            <option key={country.code} value={country.code}>
              {country.name}
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
