import { Text } from "@chakra-ui/react";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { LicenseOption } from "#shared/model/artwork.ts";
import { centsLabel } from "#web/ui/cents-label.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { useFieldError } from "#web/ui/form/labelled-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { LicenseFormValues } from "./license-form-values.ts";
import { LICENSE_LABELS, USAGE_CHOICES } from "./license-labels.ts";

/** A licence that one holds already is said at once, and whatever an answer has mended goes away at once. */
function useDuplicateWatch({ licenseUsage, licenseType }: LicenseFormValues) {
  const { trigger, formState } = useFormContext();
  const { errors } = formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer calls for another look
  useEffect(() => {
    if (licenseUsage) void trigger(errors.licenseCompany ? ["licenseType", "licenseCompany"] : "licenseType");
  }, [licenseUsage, licenseType]);
}

function OnlyType() {
  const error = useFieldError("licenseType");
  return (
    <Text textStyle="sm" color="fg.error" aria-live="polite" _empty={{ display: "none" }}>
      {error}
    </Text>
  );
}

/** Whom a licence is for and of which kind it is; what follows from other answers isn't asked. */
export function LicenseFields({ options }: { readonly options: readonly LicenseOption[] }) {
  const values = useWatch() as LicenseFormValues;
  useDuplicateWatch(values);
  return (
    <>
      {options.length > 1 ? (
        <ChoiceField
          name="licenseType"
          label="License"
          options={options.map(({ licenseType, total }) => ({
            value: licenseType,
            label: `${LICENSE_LABELS[licenseType].name}, ${centsLabel(total)}`,
            text: LICENSE_LABELS[licenseType].text,
          }))}
        />
      ) : (
        <OnlyType />
      )}
      <ChoiceField name="licenseUsage" label="Who is it for?" options={USAGE_CHOICES} />
      {values.licenseUsage === "business" && (
        <TextField
          name="licenseCompany"
          label="Company"
          max={LIMITS.licenseCompany.max}
          autoComplete="organization"
          hint="As it is registered."
        />
      )}
      <TextField
        name="licenseAssignee"
        label={values.licenseUsage === "business" ? "Responsible person" : "Name on the license"}
        max={LIMITS.licenseParty.max}
        autoComplete="name"
        optional
      />
    </>
  );
}
