import { createHash, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { computeCommitment, getVersion } from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { extractOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { computeKeyId } from "#lambdas/platform/signing/key-id.ts";
import { findCertificate } from "#shared/certificate/file.ts";
import { type CertificateProblem, findProblem, type PublishedKey } from "#shared/certificate/proof.ts";
import { licenseInWords } from "#shared/certificate/words.ts";
import { readCertificateKey } from "#shared/contract/licenses.ts";
import type { Certificate } from "#shared/model/license.ts";
import { NO_COMPANY } from "#shared/rules/license-holder.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";

const USAGE = `npm run verify-certificate -- FILE [options]
  FILE is a certificate as PDF or JSON.
  --key <file>        the platform's public keys (PEM), so that nothing is asked for over the network
  --site <address>    where to fetch the key otherwise (http://localhost:3000)
  --identifier <hex>  a party's identifier, to prove that it is the party called
  --party <name>
  --company <name>    which a business's licence names too
  --picture <file>    a downloaded picture, to prove that it is the one licensed`;

/** Why a certificate is invalid or can't be verified, in one line. */
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
  if (!certificate) throw new VerificationError(`${file} holds no certificate.`);
  return certificate;
}

async function fetchKey(site: string) {
  const address = new URL(readCertificateKey.path, site);
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) throw new VerificationError(`The key can't be fetched from ${address}: give it with --key.`);
  const { keys } = readCertificateKey.returns.parse(await response.json());
  return keys.map(({ publicKey }) => publicKey).join("");
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

/** A key with its computed id, whatever id it is published under. */
function readKey(text: string): PublishedKey {
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === "ed25519") {
      return { keyId: computeKeyId(key), publicKey: key.export({ format: "pem", type: "spki" }).toString() };
    }
  } catch {
    // The error below covers this case too.
  }
  throw new VerificationError("The key is no Ed25519 public key in PEM.");
}

const FORGED: Readonly<Record<CertificateProblem, (certificate: Certificate) => string>> = {
  changed: () => "what it says doesn't match its fingerprint.",
  unknownKey: ({ keyId }) => `it names the key ${keyId}, which isn't the platform's.`,
  unsigned: () => "the platform didn't sign this.",
};

async function prove(certificate: Certificate, keys: string) {
  const problem = await findProblem(certificate, (keys.match(PEM) ?? [keys]).map(readKey));
  if (problem) throw new VerificationError(`FORGED: ${FORGED[problem](certificate)}`);
}

/** The party with this identifier and name; throws if neither has. */
function findParty({ payload }: Certificate, identifier: string, name: string, company: string) {
  const version = getVersion(payload);
  if (computeCommitment(version, [identifier, name, company]) === payload.assigneeCommitment) return "assignee";
  if (computeCommitment(version, [identifier, name]) === payload.assignorCommitment) return "assignor";
  throw new VerificationError(`WRONG PARTY: ${name} with this identifier is no party to it.`);
}

/** A download is the original with the licence embedded, and the certificate contains the original's hash. */
function provePicture({ payload }: Certificate, file: string) {
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
  if (!file || rest.length > 0) throw new BadCommand("Name one certificate.");
  const { identifier, party, company } = values;
  if ((identifier === undefined) !== (party === undefined)) throw new BadCommand("Give --identifier and --party.");
  const certificate = readCertificate(file);
  await prove(certificate, values.key ? readBytes(values.key).toString() : await fetchKey(values.site));
  const proven =
    identifier !== undefined && party !== undefined
      ? ` ${party} is its ${findParty(certificate, identifier.toLowerCase(), party, company)}.`
      : "";
  if (values.picture) provePicture(certificate, values.picture);
  const { artworkTitle, created } = certificate.payload;
  const given = `${licenseInWords(certificate.payload)} of "${artworkTitle}", given on ${created}.`;
  console.log(`GENUINE: ${given}${proven}`);
} catch (problem) {
  if (problem instanceof VerificationError) {
    console.error(problem.message);
    process.exitCode = 1;
  } else exitWithUsage(problem, USAGE);
}
