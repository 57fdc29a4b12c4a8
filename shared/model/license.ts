import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isHeldByCompany, LICENSE_USAGES, NO_COMPANY } from "../rules/license-holder.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { ArtworkId, LicenseId, VersionId } from "./ids.ts";
import { Picture } from "./media.ts";
import { choice, optionalText, requiredCode, soldPrice } from "./primitives.ts";

export const licenseShape = {
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licenseCompany: optionalText(LIMITS.licenseCompany.max),
  licenseAssignee: optionalText(LIMITS.licenseParty.max),
};

type Holder = Pick<z.output<z.ZodMiniObject<typeof licenseShape>>, "licenseUsage" | "licenseCompany">;

/** A business must name its company; `NO_COMPANY` isn't a valid name. */
export function findCompanyProblem({ licenseUsage, licenseCompany }: Holder): string | undefined {
  const named = licenseCompany !== undefined && licenseCompany !== "" && licenseCompany !== NO_COMPANY;
  if (!isHeldByCompany(licenseUsage)) return named ? MESSAGES.invalid : undefined;
  if (licenseCompany === NO_COMPANY) return MESSAGES.invalid;
  return named ? undefined : MESSAGES.required;
}

/** Refuses a form whose company doesn't fit its usage. */
export const checkHolder = <T extends Holder>({ value, issues }: z.core.ParsePayload<T>) => {
  const message = findCompanyProblem(value);
  if (message) issues.push({ code: "custom", message, path: ["licenseCompany"], input: value });
};

/** Who the licences of an offer are for; its items say the usage. */
export const HolderForm = z
  .object({
    licenseUsage: licenseShape.licenseUsage,
    licenseCompany: licenseShape.licenseCompany,
    licenseAssignee: licenseShape.licenseAssignee,
  })
  .check(checkHolder);

export const normalizeHolder = <T extends Holder>(form: T) => ({
  ...form,
  licenseCompany: form.licenseCompany || NO_COMPANY,
});

/**
 * The licence that a buyer asks for. Its output is normalized: `licenseCompany` is "unavailable" for a person. Available
 * types and duplicates are checked elsewhere.
 */
export const LicenseForm = z.pipe(z.object(licenseShape).check(checkHolder), z.transform(normalizeHolder));
export type LicenseForm = z.output<typeof LicenseForm>;

const hex = (length: number) =>
  requiredCode(length).check(
    z.toLowerCase(),
    z.length(length, MESSAGES.invalid),
    z.regex(/^[0-9a-f]*$/, MESSAGES.invalid),
  );

const LicenseFingerprint = hex(LIMITS.licenseFingerprint.length);
const LicenseIdentifier = hex(LIMITS.licenseIdentifier.length);

/** Looks a licence up; a party is disclosed only for that party's identifier. */
export const VerifierForm = z.object({
  licenseFingerprint: LicenseFingerprint,
  assigneeIdentifier: z.optional(LicenseIdentifier),
  assignorIdentifier: z.optional(LicenseIdentifier),
});
export type VerifierForm = z.output<typeof VerifierForm>;

/** Disclosed facts of a licence; each party requires its identifier. */
export const VerifiedLicense = z.extend(Picture, {
  status: choice(["valid", "revoked"]),
  licenseType: choice(LICENSE_TYPES),
  licenseUsage: choice(LICENSE_USAGES),
  artworkTitle: z.string(),
  created: z.string(),
  licenseAssignee: z.optional(z.string()),
  licenseCompany: z.optional(z.string()),
  licenseAssignor: z.optional(z.string()),
  /** True for an exclusive licence; absent otherwise. */
  licenseExclusive: z.optional(z.boolean()),
  /** The offer's own terms, for either party's identifier. */
  licenseTerms: z.optional(z.string()),
});
export type VerifiedLicense = z.output<typeof VerifiedLicense>;

/** The signed payload; `licenseFingerprint` and the signature cover its canonical JSON (RFC 8785). */
export const CertificatePayload = z.object({
  /** Absent in version 1. */
  payloadVersion: z.optional(z.literal(2)),
  licenseId: LicenseId,
  artworkId: ArtworkId,
  artworkTitle: z.string(),
  versionId: VersionId,
  /** SHA-256 of the original file, in hex. */
  mediaSha256: z.string(),
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licensePrice: soldPrice(),
  /** SHA-256 of the licence's text, in hex. */
  termsHash: z.string(),
  created: z.string(),
  /** SHA-256, in hex, of the canonical JSON of [identifier, name, company]; version 1 concatenated the three. */
  assigneeCommitment: z.string(),
  /** SHA-256 of [identifier, name], likewise. */
  assignorCommitment: z.string(),
});
export type CertificatePayload = z.output<typeof CertificatePayload>;

export const Certificate = z.object({
  payload: CertificatePayload,
  licenseFingerprint: z.string(),
  /** Ed25519 over the canonical payload, in base64. */
  signature: z.string(),
  /** The first 16 hex digits of SHA-256 over the public key. */
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** The licence's whole text, whose SHA-256 is `termsHash`; present if an offer added terms of its own. */
  terms: z.optional(z.string()),
});
export type Certificate = z.output<typeof Certificate>;
