import * as z from "zod/mini";
import { LicenseForm } from "#shared/model/license.ts";
import { findDuplicateLicense, type HeldLicense } from "#shared/rules/duplicate-licenses.ts";
import { isHeldByCompany, type LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

/** Values of the form's fields; the usage is undefined until chosen. */
export interface LicenseFormValues {
  readonly licenseUsage?: LicenseUsage | null | undefined;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
  readonly licenseAssignee: string;
}

/** Drops the company after a change to personal usage. */
const toBody = (values: LicenseFormValues) => ({
  ...values,
  licenseCompany: values.licenseUsage && isHeldByCompany(values.licenseUsage) ? values.licenseCompany : "",
});

/** The contract's schema with the API's rule against duplicate licences. */
export function licenseFormFor(held: readonly HeldLicense[]) {
  const fresh = LicenseForm.check(({ value, issues }) => {
    const duplicate = findDuplicateLicense(value, held);
    if (duplicate) issues.push({ code: "custom", message: duplicate.message, path: [duplicate.field], input: value });
  });
  return z.pipe(z.transform(toBody), fresh as z.ZodMiniType<z.output<typeof fresh>, ReturnType<typeof toBody>>);
}

/** Initial values for a licence of this type. */
export const emptyLicense = (licenseType: LicenseType, licenseAssignee: string): LicenseFormValues => ({
  licenseType,
  licenseCompany: "",
  licenseAssignee,
});
