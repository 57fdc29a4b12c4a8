import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  canonicalPayload,
  commitmentOf,
  fingerprintOf,
  versionOf,
} from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { originalIn } from "#lambdas/events/uploads/clean-original.ts";
import { keyIdOf } from "#lambdas/platform/signing/key-id.ts";
import { readCertificateKey } from "#shared/contract/licenses.ts";
import { Certificate } from "#shared/model/license.ts";
import { NO_COMPANY } from "#shared/rules/license-holder.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";

const USAGE = `npm run verify-certificate -- FILE [options]
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

const readText = (file: string) => readBytes(file).toString();

/** Reads the certificate but keeps the payload unparsed, so that parsing can't hide a change. */
function readCertificate(file: string): Certificate {
  const text = readText(file);
  try {
    const written = JSON.parse(text);
    return { ...Certificate.parse(written), payload: written.payload };
  } catch {
    throw new VerificationError(`${file} holds no certificate.`);
  }
}

async function fetchKey(site: string) {
  const address = new URL(readCertificateKey.path, site);
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) throw new VerificationError(`The key can't be fetched from ${address}: give it with --key.`);
  const { keys } = readCertificateKey.returns.parse(await response.json());
  return keys.map(({ publicKey }) => publicKey).join("");
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

/** Of several keys the one that the certificate names; a single one is held against it whatever it names. */
function chooseKey(text: string, { keyId }: Certificate) {
  const keys = (text.match(PEM) ?? [text]).map(readKey);
  return keys.find((key) => keyIdOf(key) === keyId) ?? keys[0] ?? readKey(text);
}

function readKey(text: string): KeyObject {
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The error below covers this case too.
  }
  throw new VerificationError("The key is no Ed25519 public key in PEM.");
}

function prove({ payload, licenseFingerprint, signature, keyId }: Certificate, key: KeyObject) {
  if (fingerprintOf(payload) !== licenseFingerprint) {
    throw new VerificationError("FORGED: what it says doesn't match its fingerprint.");
  }
  if (keyIdOf(key) !== keyId)
    throw new VerificationError(`FORGED: it names the key ${keyId}, which isn't the platform's.`);
  if (!verify(null, Buffer.from(canonicalPayload(payload)), key, Buffer.from(signature, "base64"))) {
    throw new VerificationError("FORGED: the platform didn't sign this.");
  }
}

/** The party that has this identifier and name; throws when neither has. */
function partyOf({ payload }: Certificate, identifier: string, name: string, company: string) {
  const version = versionOf(payload);
  if (commitmentOf(version, [identifier, name, company]) === payload.assigneeCommitment) return "assignee";
  if (commitmentOf(version, [identifier, name]) === payload.assignorCommitment) return "assignor";
  throw new VerificationError(`WRONG PARTY: ${name} with this identifier is no party to it.`);
}

/** A download is the original with the licence's fields in it, and the certificate knows the original. */
function provePicture({ payload }: Certificate, file: string) {
  const original = originalIn(readBytes(file)) ?? "";
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
  prove(certificate, chooseKey(values.key ? readText(values.key) : await fetchKey(values.site), certificate));
  const proven =
    identifier !== undefined && party !== undefined
      ? ` ${party} is its ${partyOf(certificate, identifier.toLowerCase(), party, company)}.`
      : "";
  if (values.picture) provePicture(certificate, values.picture);
  const { artworkTitle, licenseType, licenseUsage, created } = certificate.payload;
  const given = `${licenseType} license for ${licenseUsage} use of "${artworkTitle}", given on ${created}.`;
  console.log(`GENUINE: ${given}${proven}`);
} catch (problem) {
  if (problem instanceof VerificationError) {
    console.error(problem.message);
    process.exitCode = 1;
  } else exitWithUsage(problem, USAGE);
}
