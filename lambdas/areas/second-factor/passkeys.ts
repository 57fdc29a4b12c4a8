import { createHash } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { APP_NAME } from "#shared/brand.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { UserId } from "#shared/model/ids.ts";
import type { Assertion, Registration } from "#shared/model/second-factor.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { type ChallengeServices, consumeChallenge, createChallenge, type FactorChallenge } from "./factor-proof.ts";
import { PasskeyEntity } from "./factors.entity.ts";
import { listPasskeys } from "./find-passkeys.ts";

type PasskeyServices = ChallengeServices & Pick<BaseServices, "siteOrigin">;

/** Passkeys are bound to the site's host, without parent domains and subdomains. */
const getRelyingParty = (siteOrigin: string) => new URL(siteOrigin).hostname;

/** Algorithms that nearly every authenticator supports: EdDSA, ES256 and RS256, by their COSE numbers. */
const supportedAlgorithmIDs = [-8, -7, -257];

const timeout = LIFETIMES.factorChallenge * 1000;

/** A challenge as WebAuthn signs it: the secret's bytes. */
const toBytes = (secret: string) => new Uint8Array(Buffer.from(secret, "base64url"));

const computeCredentialDigest = (credentialId: string) => createHash("sha256").update(credentialId).digest("base64url");

const listDescriptors = async (table: OpenTable, userId: string) =>
  (await listPasskeys(table, userId)).map(({ credentialId: id, transports }) => ({ id, transports }));

/** Options for signing with one of the owner's passkeys, or with any of the site's. */
export async function createRequestOptions(services: PasskeyServices, challenge: FactorChallenge) {
  const { table, siteOrigin } = services;
  const secret = await createChallenge(services, challenge);
  const allowCredentials = challenge.owner ? await listDescriptors(table, challenge.owner.userId) : [];
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(siteOrigin),
    challenge: toBytes(secret),
    userVerification: "required",
    timeout,
    allowCredentials,
  });
  return { ...options };
}

/** Options for creating a discoverable passkey. */
export async function createCreationOptions(services: PasskeyServices, user: User) {
  const { table, siteOrigin } = services;
  const secret = await createChallenge(services, { purpose: "passkeyRegistration", owner: user });
  const options = await generateRegistrationOptions({
    rpName: APP_NAME,
    rpID: getRelyingParty(siteOrigin),
    userName: user.name,
    userDisplayName: user.fullName,
    userID: new Uint8Array(Buffer.from(user.userId)),
    challenge: toBytes(secret),
    supportedAlgorithmIDs,
    timeout,
    attestationType: "none",
    excludeCredentials: await listDescriptors(table, user.userId),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/** A new passkey as stored; `undefined` if the browser's answer is invalid. */
export async function verifyRegistration(services: PasskeyServices, user: User, registration: Registration) {
  const { siteOrigin } = services;
  const { clientDataJSON, transports = [] } = registration.response;
  const expectedChallenge = await consumeSignedChallenge(
    services,
    { purpose: "passkeyRegistration", owner: user },
    clientDataJSON,
  );
  if (!expectedChallenge) return undefined;
  const verified = await verifyOrUndefined(() =>
    verifyRegistrationResponse({
      response: { ...toCredential(registration), response: { ...registration.response, transports } },
      expectedChallenge,
      expectedOrigin: siteOrigin,
      expectedRPID: getRelyingParty(siteOrigin),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  );
  if (!verified?.verified) return undefined;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  const encoded = Buffer.from(publicKey).toString("base64url");
  return { digest: computeCredentialDigest(credentialId), credentialId, publicKey: encoded, counter, transports };
}

/**
 * Id of the user whose passkey signed the challenge, which is closed; `undefined` if the signature is invalid. With an owner,
 * only their passkeys are accepted. A signature counter must have increased, which exposes copied authenticators.
 */
export async function verifyAssertion(
  services: PasskeyServices,
  challenge: FactorChallenge,
  assertion: Assertion,
): Promise<string | undefined> {
  const { table, siteOrigin, now } = services;
  const { userHandle, clientDataJSON } = assertion.response;
  const named = userHandle ? UserId.safeParse(Buffer.from(userHandle, "base64url").toString()).data : undefined;
  const userId = challenge.owner?.userId ?? named;
  if (!userId || (userHandle && named !== userId)) return undefined;
  const digest = computeCredentialDigest(assertion.id);
  const get = PasskeyEntity.build(GetItemCommand).key({ userId, digest }).options({ consistent: true });
  const { Item: passkey } = await table.send(get);
  if (!passkey) return undefined;
  const expectedChallenge = await consumeSignedChallenge(services, challenge, clientDataJSON);
  if (!expectedChallenge) return undefined;
  const { credentialId: id, publicKey, counter } = passkey;
  const verified = await verifyOrUndefined(() =>
    verifyAuthenticationResponse({
      response: { ...toCredential(assertion), response: assertion.response },
      expectedChallenge,
      expectedOrigin: siteOrigin,
      expectedRPID: getRelyingParty(siteOrigin),
      requireUserVerification: true,
      credential: { id, publicKey: toBytes(publicKey), counter },
    }),
  );
  if (!verified?.verified) return undefined;
  const use = PasskeyEntity.build(UpdateItemCommand)
    .item({ userId, digest, counter: verified.authenticationInfo.newCounter, lastUsed: now().toISOString() })
    .options({ condition: { attr: "counter", eq: counter } });
  return (await conditionHeld(table.send(use))) ? userId : undefined;
}

/** Common fields of assertions and registrations; the type requires extension results, which aren't used. */
const toCredential = ({ id, rawId, type, authenticatorAttachment }: Assertion | Registration) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  ...(authenticatorAttachment ? { authenticatorAttachment } : {}),
});

/** The secret of the open challenge that an answer claims to sign; closes it, even if the signature is wrong. */
async function consumeSignedChallenge(services: PasskeyServices, challenge: FactorChallenge, clientDataJSON: string) {
  const claimed = await verifyOrUndefined(async () => decodeClientDataJSON(clientDataJSON).challenge);
  if (typeof claimed !== "string") return undefined;
  return (await consumeChallenge(services, challenge, claimed)) ? claimed : undefined;
}

/** The library throws for any invalid answer. */
async function verifyOrUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
