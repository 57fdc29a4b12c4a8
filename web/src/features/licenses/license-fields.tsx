import { chakra, Text } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { LicenseOption } from "#shared/model/artwork.ts";
import { isHeldByCompany, LICENSE_USAGES, OWN_USAGE } from "#shared/rules/license-holder.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { useFieldError } from "#web/ui/form/labelled-field.tsx";
import { centsLabel } from "#web/ui/labels.ts";
import { TextButton } from "#web/ui/text-button.tsx";
import type { LicenseFormValues } from "./license-form-values.ts";
import { LicenseAssigneeField, LicenseCompanyField } from "./license-holder-fields.tsx";
import { LICENSE_LABELS, USAGE_LABELS } from "./license-labels.ts";

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

/** The error of a type that has no choices of its own. */
export function LicenseTypeError() {
  const error = useFieldError("licenseType");
  return (
    <Text textStyle="sm" color="fg.error" aria-live="polite" _empty={{ display: "none" }}>
      {error}
    </Text>
  );
}

export function LicenseTypeField({ options }: { readonly options: readonly LicenseOption[] }) {
  const { tax } = useFeatures();
  return (
    <ChoiceField
      name="licenseType"
      label="License"
      options={options.map(({ licenseType, total }) => ({
        value: licenseType,
        label: `${LICENSE_LABELS[licenseType].name}, ${centsLabel(total)}${tax ? " + tax" : ""}`,
        text: LICENSE_LABELS[licenseType].text,
      }))}
    />
  );
}

/** In whose name the licence is: the buyer's, or a company's with its representative. */
export function HolderFields() {
  const values = useWatch() as LicenseFormValues;
  const user = useSignedIn();
  useDuplicateWatch(values);
  const [isNaming, setNaming] = useState(false);
  const { setFocus } = useFormContext<LicenseFormValues>();
  const hasError = useFieldError("licenseAssignee") !== undefined;
  const usage = values.licenseUsage ?? OWN_USAGE;
  const showsName = isHeldByCompany(usage) || isNaming || hasError;
  const ownName = values.licenseAssignee.trim() || getDisplayName(user);

  useEffect(() => {
    if (isNaming) setFocus("licenseAssignee");
  }, [isNaming, setFocus]);

  return (
    <chakra.div position="relative" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
      {!showsName && (
        <TextButton position="absolute" insetEnd="0" top="-1.5" zIndex="1" onClick={() => setNaming(true)}>
          Change name
        </TextButton>
      )}
      <ChoiceField
        name="licenseUsage"
        label="Name on the license"
        isCompact
        options={LICENSE_USAGES.map((value) => ({
          value,
          label: value === OWN_USAGE ? `${USAGE_LABELS[value].choice} (${ownName})` : USAGE_LABELS[value].choice,
        }))}
      />
      <LicenseCompanyField licenseUsage={usage} />
      {showsName && <LicenseAssigneeField licenseUsage={usage} />}
    </chakra.div>
  );
}
