import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { normalizeCode } from "../rules/typed-secrets.ts";
import { toVisibleLine } from "../rules/visible-text.ts";
import { GivenPassword } from "./account.ts";
import { id, requiredCode, requiredText, text } from "./primitives.ts";

/** Code of an authenticator app; spaces between groups of digits are dropped. */
const OneTimeCode = text().check(
  z.overwrite((code) => toVisibleLine(normalizeCode(code)).replace(/\s/g, "")),
  z.minLength(1, MESSAGES.required),
  z.regex(/^\d{6}$/, MESSAGES.totpShape),
);

const RecoveryCode = requiredCode(LIMITS.recoveryCodes.maxTyped);

export const PasskeyId = id<"PasskeyId">();

/** Bytes in base64url, as WebAuthn's JSON carries them. */
const encoded = (max: number = LIMITS.passkey.maxBytes) =>
  text().check(z.maxLength(max, MESSAGES.invalid), z.regex(/^[\w-]*$/, MESSAGES.invalid));

const credential = {
  id: encoded(),
  rawId: encoded(),
  type: z.literal("public-key"),
  authenticatorAttachment: z.optional(z.enum(["platform", "cross-platform"])),
};

/** A passkey's signature of a challenge (WebAuthn's AuthenticationResponseJSON); extension results are ignored. */
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(),
    authenticatorData: encoded(),
    signature: encoded(),
    userHandle: z.optional(encoded(LIMITS.passkey.maxHandle)),
  }),
});
export type Assertion = z.output<typeof Assertion>;

/** A new passkey (WebAuthn's RegistrationResponseJSON). */
const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(),
    attestationObject: encoded(),
    transports: z.optional(
      z
        .array(z.string().check(z.overwrite(toVisibleLine), z.maxLength(LIMITS.passkey.maxTransport)))
        .check(z.maxLength(8)),
    ),
  }),
});
export type Registration = z.output<typeof Registration>;

export const TotpProof = z.object({ kind: z.literal("totp"), code: OneTimeCode });
export const RecoveryProof = z.object({ kind: z.literal("recovery"), code: RecoveryCode });
const PasskeyProof = z.object({ kind: z.literal("passkey"), assertion: Assertion });

/** A second factor for a log-in. */
export const SecondFactor = z.discriminatedUnion("kind", [TotpProof, RecoveryProof, PasskeyProof]);
export type SecondFactor = z.output<typeof SecondFactor>;

export const PasswordProof = z.object({
  kind: z.literal("password"),
  userPassword: GivenPassword,
});

/** Proof that a session's user is the owner: a factor, or the password of an account without one. */
export const OwnerProof = z.discriminatedUnion("kind", [TotpProof, RecoveryProof, PasskeyProof, PasswordProof]);

export const TotpConfirmation = z.object({ code: OneTimeCode });

export const PasskeySignIn = z.object({ assertion: Assertion });

export const PasskeyName = z.object({ name: requiredText(LIMITS.passkey.name) });

export const NewPasskey = z.extend(PasskeyName, { registration: Registration });

/** WebAuthn's options in JSON, opaque to the client. */
const WebAuthnOptions = z.record(z.string(), z.unknown());

/** The allowed factors; `passkey` contains the options for the browser's call. */
export const FactorChoice = z.object({
  totp: z.boolean(),
  recovery: z.boolean(),
  password: z.boolean(),
  passkey: z.nullable(WebAuthnOptions),
});
export type FactorChoice = z.output<typeof FactorChoice>;

export const PasskeyOptions = z.object({ options: WebAuthnOptions });

export const Factors = z.object({
  /** ISO 8601; null without an authenticator app. */
  totpCreated: z.nullable(z.string()),
  passkeys: z.array(
    z.object({ id: PasskeyId, name: z.string(), created: z.string(), lastUsed: z.nullable(z.string()) }),
  ),
  /** Number of unused recovery codes. */
  recoveryCodes: z.number(),
});
export type Factors = z.output<typeof Factors>;
