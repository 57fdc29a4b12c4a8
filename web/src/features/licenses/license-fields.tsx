import { Text } from "@chakra-ui/react";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { LicenseOption } from "#shared/model/artwork.ts";
import { isHeldByCompany, OWN_USAGE } from "#shared/rules/license-holder.ts";
import { useFeatures } from "#web/session/features.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { useFieldError } from "#web/ui/form/labelled-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { centsLabel } from "#web/ui/labels.ts";
import type { LicenseFormValues } from "./license-form-values.ts";
import { LICENSE_LABELS, USAGE_CHOICES, USAGE_LABELS } from "./license-labels.ts";

/**
 * Revalidates the type, and a company with an error, when the usage or type changes: a licence that the buyer already holds is
 * reported at once, and a fixed error disappears.
 */
function useDuplicateWatch({ licenseUsage, licenseType }: LicenseFormValues) {
  const { trigger, formState } = useFormContext();
  const { errors } = formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when an answer changes
  useEffect(() => {
    if (licenseUsage) void trigger(errors.licenseCompany ? ["licenseType", "licenseCompany"] : "licenseType");
  }, [licenseUsage, licenseType]);
}

function LicenseTypeError() {
  const error = useFieldError("licenseType");
  return (
    <Text textStyle="sm" color="fg.error" aria-live="polite" _empty={{ display: "none" }}>
      {error}
    </Text>
  );
}

/** The licence's type, unless there is only one, and its holder; the company only if a company holds it. */
export function LicenseFields({ options }: { readonly options: readonly LicenseOption[] }) {
  const values = useWatch() as LicenseFormValues;
  const { tax } = useFeatures();
  useDuplicateWatch(values);
  return (
    <>
      {options.length > 1 ? (
        <ChoiceField
          name="licenseType"
          label="License"
          options={options.map(({ licenseType, total }) => ({
            value: licenseType,
            label: `${LICENSE_LABELS[licenseType].name}, ${centsLabel(total)}${tax ? " + tax" : ""}`,
            text: LICENSE_LABELS[licenseType].text,
          }))}
        />
      ) : (
        <LicenseTypeError />
      )}
      <ChoiceField name="licenseUsage" label="Who is it for?" options={USAGE_CHOICES} />
      {values.licenseUsage && isHeldByCompany(values.licenseUsage) && (
        <TextField
          name="licenseCompany"
          label="Company"
          max={LIMITS.licenseCompany.max}
          autoComplete="organization"
          hint="The registered name."
        />
      )}
      <TextField
        name="licenseAssignee"
        label={USAGE_LABELS[values.licenseUsage ?? OWN_USAGE].assigneeField}
        max={LIMITS.licenseParty.max}
        autoComplete="name"
        optional
      />
    </>
  );
}
