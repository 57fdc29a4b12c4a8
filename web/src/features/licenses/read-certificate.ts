import { findCertificate } from "#shared/certificate/file.ts";
import { findProblem } from "#shared/certificate/proof.ts";
import { readCertificateKey } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { send } from "#web/api/send.ts";

/** The fingerprint of the certificate in a file if its signature is valid, else an error message. */
export async function readCertificate(
  file: File,
): Promise<{ readonly fingerprint: string } | { readonly error: string }> {
  const isSmall = file.size <= LIMITS.certificateFile.maxBytes;
  const certificate = isSmall ? findCertificate(new Uint8Array(await file.arrayBuffer())) : undefined;
  if (!certificate) return { error: MESSAGES.certificateMissing };
  const { keys } = await send(readCertificateKey, {}, { errorMessage: "The signature couldn't be checked" });
  try {
    const problem = await findProblem(certificate, keys);
    return problem ? { error: MESSAGES.certificateForged } : { fingerprint: certificate.licenseFingerprint };
  } catch {
    return { error: MESSAGES.certificateUncheckable };
  }
}
