import { LIMITS } from "#shared/limits.ts";
import { isHeldByCompany, type LicenseUsage } from "#shared/rules/license-holder.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { USAGE_LABELS } from "./license-labels.ts";

/** The company of a license for business use. */
export function LicenseCompanyField({ licenseUsage }: { readonly licenseUsage: LicenseUsage }) {
  if (!isHeldByCompany(licenseUsage)) return null;
  return (
    <TextField
      name="licenseCompany"
      label="Company"
      max={LIMITS.licenseCompany.max}
      autoComplete="organization"
      hint="Its registered name."
    />
  );
}

/** The person who holds a license, or who represents its company. */
export const LicenseAssigneeField = ({ licenseUsage }: { readonly licenseUsage: LicenseUsage }) => (
  <TextField
    name="licenseAssignee"
    label={USAGE_LABELS[licenseUsage].assigneeField}
    max={LIMITS.licenseParty.max}
    autoComplete="name"
    optional
  />
);
