import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { LICENSE_USAGES, NO_COMPANY } from "../rules/license-holder.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { amount, choice, optionalText, requiredText } from "./primitives.ts";

const fields = {
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licenseCompany: optionalText(LIMITS.licenseCompany.max),
  licenseAssignee: optionalText(LIMITS.licenseParty.max),
};

type Holder = Pick<z.output<z.ZodMiniObject<typeof fields>>, "licenseUsage" | "licenseCompany">;

/** A business names its company; a person has none, and the word for that names no company. */
function companyProblem({ licenseUsage, licenseCompany }: Holder): string | undefined {
  const named = licenseCompany !== undefined && licenseCompany !== "" && licenseCompany !== NO_COMPANY;
  if (licenseUsage === "personal") return named ? MESSAGES.invalid : undefined;
  if (licenseCompany === NO_COMPANY) return MESSAGES.invalid;
  return named ? undefined : MESSAGES.required;
}

/**
 * The licence that a buyer asks for. Its output is settled: `licenseCompany` is "unavailable" for a person.
 * Which types an artwork offers and whether the buyer holds one already are rules of their own.
 */
export const LicenseForm = z.pipe(
  z.object(fields).check(({ value, issues }) => {
    const message = companyProblem(value);
    if (message) issues.push({ code: "custom", message, path: ["licenseCompany"], input: value });
  }),
  z.transform((form) => ({ ...form, licenseCompany: form.licenseCompany || NO_COMPANY })),
);
export type LicenseForm = z.output<typeof LicenseForm>;

const hex = (length: number) =>
  requiredText(length).check(
    z.toLowerCase(),
    z.length(length, MESSAGES.invalid),
    z.regex(/^[0-9a-f]*$/, MESSAGES.invalid),
  );

const LicenseFingerprint = hex(LIMITS.licenseFingerprint.length);
const LicenseIdentifier = hex(LIMITS.licenseIdentifier.length);

/** What a licence costs, in cents; a free one costs nothing. */
export const licensePrice = (isFree: boolean) =>
  amount().check(z.lte(isFree ? 0 : LIMITS.licensePrice.max, MESSAGES.invalid));

/** Looks a licence up; whoever knows a party's identifier is also told the party. */
export const VerifierForm = z.object({
  licenseFingerprint: LicenseFingerprint,
  assigneeIdentifier: z.optional(LicenseIdentifier),
  assignorIdentifier: z.optional(LicenseIdentifier),
});
export type VerifierForm = z.output<typeof VerifierForm>;
