import { createHash, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { computeCommitment, getVersion } from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { extractOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { computeKeyId } from "#lambdas/platform/signing/key-id.ts";
import { findCertificate } from "#shared/certificate/file.ts";
import { type CertificateProblem, findProblem, type PublishedKey } from "#shared/certificate/proof.ts";
import { formatLicense } from "#shared/certificate/words.ts";
import { readCertificateKey } from "#shared/contract/licenses.ts";
import type { Certificate } from "#shared/model/license.ts";
import { NO_COMPANY } from "#shared/rules/license-holder.ts";
import { CommandError, exitWithUsage } from "./command/command-error.ts";

const USAGE = `npm run verify-certificate -- FILE [options]
  FILE is a certificate as PDF or JSON.
  --key <file>        the platform's public keys (PEM); no network request is made
  --site <url>        the site to fetch the keys from (default: http://localhost:3000)
  --identifier <hex>  a party's identifier, to verify the party
  --party <name>      the name of that party
  --company <name>    the company, if the license names one
  --picture <file>    a downloaded picture, to verify that it is the licensed one`;

/** The reason why a certificate is invalid or can't be verified, in one line. */
class VerificationError extends Error {}

function readBytes(file: string) {
  try {
    return readFileSync(file);
  } catch {
    throw new VerificationError(`${file} can't be read.`);
  }
}

/** Reads the certificate from JSON, or from a PDF with it attached. */
function readCertificate(file: string): Certificate {
  const certificate = findCertificate(readBytes(file));
  if (!certificate) throw new VerificationError(`${file} contains no certificate.`);
  return certificate;
}

async function fetchKey(site: string) {
  const address = new URL(readCertificateKey.path, site);
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) throw new VerificationError(`The key can't be fetched from ${address}. Pass it with --key.`);
  const { keys } = readCertificateKey.returns.parse(await response.json());
  return keys.map(({ publicKey }) => publicKey).join("");
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

/** A key with its id, which is computed from the key. */
function readKey(text: string): PublishedKey {
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === "ed25519") {
      return { keyId: computeKeyId(key), publicKey: key.export({ format: "pem", type: "spki" }).toString() };
    }
  } catch {
    // The error below covers this case too.
  }
  throw new VerificationError("The key isn't an Ed25519 public key in PEM.");
}

const FORGED: Readonly<Record<CertificateProblem, (certificate: Certificate) => string>> = {
  changed: () => "its content doesn't match its fingerprint.",
  unknownKey: ({ keyId }) => `its key ${keyId} isn't one of the platform's.`,
  unsigned: () => "its signature is invalid.",
};

async function verifySignature(certificate: Certificate, keys: string) {
  const problem = await findProblem(certificate, (keys.match(PEM) ?? [keys]).map(readKey));
  if (problem) throw new VerificationError(`FORGED: ${FORGED[problem](certificate)}`);
}

/** The party with this identifier and name; throws if neither has. */
function findParty({ payload }: Certificate, identifier: string, name: string, company: string) {
  const version = getVersion(payload);
  if (computeCommitment(version, [identifier, name, company]) === payload.assigneeCommitment) return "assignee";
  if (computeCommitment(version, [identifier, name]) === payload.assignorCommitment) return "assignor";
  throw new VerificationError(`WRONG PARTY: no party has this name and identifier.`);
}

/** A download is the original with the licence embedded; the certificate contains the hash of the original. */
function verifyPicture({ payload }: Certificate, file: string) {
  const original = extractOriginal(readBytes(file)) ?? "";
  if (createHash("sha256").update(original).digest("hex") !== payload.mediaSha256) {
    throw new VerificationError(`WRONG PICTURE: ${file} isn't the one that was licensed.`);
  }
}

const OPTIONS = {
  key: { type: "string" },
  site: { type: "string", default: "http://localhost:3000" },
  identifier: { type: "string" },
  party: { type: "string" },
  company: { type: "string", default: NO_COMPANY },
  picture: { type: "string" },
} as const;

try {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new CommandError("Expected one certificate file.");
  const { identifier, party, company } = values;
  if ((identifier === undefined) !== (party === undefined))
    throw new CommandError("Pass both --identifier and --party.");
  const certificate = readCertificate(file);
  await verifySignature(certificate, values.key ? readBytes(values.key).toString() : await fetchKey(values.site));
  const verifiedParty =
    identifier !== undefined && party !== undefined
      ? ` ${party} is its ${findParty(certificate, identifier.toLowerCase(), party, company)}.`
      : "";
  if (values.picture) verifyPicture(certificate, values.picture);
  const { artworkTitle, created } = certificate.payload;
  const license = `${formatLicense(certificate.payload)} of "${artworkTitle}", granted on ${created}.`;
  console.log(`GENUINE: ${license}${verifiedParty}`);
  if (certificate.terms) console.log(`\n${certificate.terms}`);
} catch (error) {
  if (error instanceof VerificationError) {
    console.error(error.message);
    process.exitCode = 1;
  } else exitWithUsage(error, USAGE);
}
