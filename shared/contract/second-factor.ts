import * as z from "zod/mini";
import { Session } from "../model/account.ts";
import { UserId } from "../model/ids.ts";
import { ToastMessage } from "../model/primitives.ts";
import {
  FactorChoice,
  Factors,
  NewPasskey,
  OwnerProof,
  PasskeyId,
  PasskeyOptions,
  PasskeySignIn,
  SecondFactor,
  TotpConfirmation,
} from "../model/second-factor.ts";
import { route } from "../route.ts";

/** Second factors that can complete a log-in answered with `second_factor_required`; its cookie identifies it. */
export const readLoginFactors = route({
  method: "POST",
  path: "/auth/second_factor/options",
  access: "public",
  audit: "factor.challenge",
  status: 200,
  returns: FactorChoice,
  fails: ["second_factor_expired"],
});

/** Completes a pending log-in within five minutes, once; responds like a log-in. */
export const completeLogin = route({
  method: "POST",
  path: "/auth/second_factor",
  access: "public",
  audit: "session.begin_second_factor",
  body: SecondFactor,
  status: 200,
  returns: Session,
  fails: ["second_factor_expired", "code_wrong", "passkey_refused", "too_many_codes"],
});

/** Options for signing in with any passkey of this site. */
export const beginPasskeySignIn = route({
  method: "POST",
  path: "/auth/passkey/options",
  access: "public",
  audit: "factor.challenge",
  status: 200,
  returns: PasskeyOptions,
});

/** Logs in by a passkey alone; responds like a log-in. */
export const signInByPasskey = route({
  method: "POST",
  path: "/auth/passkey",
  access: "public",
  audit: "session.begin_passkey",
  body: PasskeySignIn,
  status: 200,
  returns: Session,
  fails: ["passkey_refused"],
});

const selfParams = z.object({ userId: UserId });

export const readFactors = route({
  method: "GET",
  path: "/api/users/{userId}/second_factor",
  access: "self",
  params: selfParams,
  status: 200,
  returns: Factors,
});

/** Factors by which the session can prove its owner. */
export const readProofOptions = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/proof/options",
  access: "self",
  whileSuspended: "allowed",
  audit: "factor.challenge",
  params: selfParams,
  status: 200,
  returns: FactorChoice,
});

/** Allows the session for ten minutes what is otherwise refused with `proof_required`. */
export const proveOwner = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/proof",
  access: "self",
  whileSuspended: "allowed",
  audit: "factor.prove",
  params: selfParams,
  body: OwnerProof,
  status: 204,
  fails: ["second_factor_required", "code_wrong", "passkey_refused", "current_password_wrong", "too_many_codes"],
});

/** A secret for an authenticator app, which is active once its first code is entered. */
export const beginTotp = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/totp",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.challenge",
  params: selfParams,
  status: 200,
  returns: z.object({
    /** In base32, to be typed. */
    secret: z.string(),
    /** `otpauth://`, for a QR code. */
    address: z.string(),
  }),
  fails: ["totp_exists"],
});

/** Recovery codes, shown only once: those of the account's first factor, null for further factors. */
const NewFactor = z.extend(ToastMessage, { recoveryCodes: z.nullable(z.array(z.string())) });

export const confirmTotp = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/totp/confirm",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.add",
  params: selfParams,
  body: TotpConfirmation,
  status: 200,
  returns: NewFactor,
  fails: ["code_wrong", "totp_exists", "totp_expired", "too_many_codes"],
});

export const removeTotp = route({
  method: "DELETE",
  path: "/api/users/{userId}/second_factor/totp",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.remove",
  params: selfParams,
  status: 200,
  returns: ToastMessage,
  fails: ["factor_not_found"],
});

/** Ten new codes, which invalidate the old ones. */
export const renewRecoveryCodes = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/recovery_codes",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.renew_codes",
  params: selfParams,
  status: 200,
  returns: z.object({ recoveryCodes: z.array(z.string()) }),
  fails: ["factor_not_found"],
});

/** Options for the browser to create a passkey. */
export const beginPasskey = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/passkeys/options",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.challenge",
  params: selfParams,
  status: 200,
  returns: PasskeyOptions,
  fails: ["too_many_passkeys"],
});

export const addPasskey = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/passkeys",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.add",
  params: selfParams,
  body: NewPasskey,
  status: 201,
  returns: NewFactor,
  fails: ["passkey_refused", "too_many_passkeys"],
});

export const removePasskey = route({
  method: "DELETE",
  path: "/api/users/{userId}/second_factor/passkeys/{passkeyId}",
  access: "self",
  effects: ["factors"],
  whileSuspended: "allowed",
  audit: "factor.remove",
  params: z.extend(selfParams, { passkeyId: PasskeyId }),
  status: 200,
  returns: ToastMessage,
  fails: ["factor_not_found"],
});
