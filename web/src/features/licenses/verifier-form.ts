import * as z from "zod/mini";
import { VerifierForm } from "#shared/model/license.ts";

/** The form as its fields hold it. */
export interface VerifierValues {
  readonly licenseFingerprint: string;
  readonly assigneeIdentifier: string;
  readonly assignorIdentifier: string;
  readonly [field: string]: unknown;
}

/** Numbers are often pasted from print with spaces in them; a field that is left empty asks for nothing. */
const compact = (text: string) => text.replace(/\s+/g, "") || undefined;

const asAsked = ({ licenseFingerprint, assigneeIdentifier, assignorIdentifier }: VerifierValues) => ({
  licenseFingerprint: compact(licenseFingerprint) ?? "",
  assigneeIdentifier: compact(assigneeIdentifier),
  assignorIdentifier: compact(assignorIdentifier),
});

export const verifierForm = z.pipe(
  z.transform(asAsked),
  VerifierForm as z.ZodMiniType<VerifierForm, ReturnType<typeof asAsked>>,
);
