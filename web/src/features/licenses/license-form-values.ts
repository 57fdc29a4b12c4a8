import * as z from "zod/mini";
import { LicenseForm } from "#shared/model/license.ts";
import { duplicateLicense, type HeldLicense } from "#shared/rules/duplicate-licenses.ts";
import type { LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

/** The form as its fields hold it; nobody has said yet whom the licence is for while the usage is missing. */
export interface LicenseFormValues {
  readonly licenseUsage?: LicenseUsage | null | undefined;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
  readonly licenseAssignee: string;
  readonly [field: string]: unknown;
}

/** A company that was typed before the person changed their mind is no part of the answer. */
const answersIn = (values: LicenseFormValues) => ({
  ...values,
  licenseCompany: values.licenseUsage === "business" ? values.licenseCompany : "",
});

/** The contract's form, and on top of it what the API will say about licences that the buyer holds already. */
export function licenseFormFor(held: readonly HeldLicense[]) {
  const fresh = LicenseForm.check(({ value, issues }) => {
    const duplicate = duplicateLicense(value, held);
    if (duplicate) issues.push({ code: "custom", message: duplicate.message, path: [duplicate.field], input: value });
  });
  return z.pipe(z.transform(answersIn), fresh as z.ZodMiniType<z.output<typeof fresh>, ReturnType<typeof answersIn>>);
}

/** Starts from the only licence there is, or the one that was asked for. */
export const emptyLicense = (licenseType: LicenseType, licenseAssignee: string): LicenseFormValues => ({
  licenseType,
  licenseCompany: "",
  licenseAssignee,
});
