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

/** How a log-in that was answered with `second_factor_required` can be completed; its cookie says which. */
export const readLoginFactors = route({
  method: "POST",
  path: "/auth/second_factor/options",
  access: "public",
  audit: "factor.challenge",
  status: 200,
  returns: FactorChoice,
  fails: ["second_factor_expired"],
});

/** Completes such a log-in, within five minutes and once; answers as a log-in does. */
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

/** Options for the browser's request to sign with a passkey of this site. */
export const beginPasskeySignIn = route({
  method: "POST",
  path: "/auth/passkey/options",
  access: "public",
  audit: "factor.challenge",
  status: 200,
  returns: PasskeyOptions,
});

/** Logs in by a passkey alone; answers as a log-in does. */
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

/** How the session can prove again that it is the owner's. */
export const readProofOptions = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/proof/options",
  access: "self",
  audit: "factor.challenge",
  params: selfParams,
  status: 200,
  returns: FactorChoice,
});

/** Lets the session do for ten minutes what is otherwise answered with `proof_required`. */
export const proveOwner = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/proof",
  access: "self",
  audit: "factor.prove",
  params: selfParams,
  body: OwnerProof,
  status: 204,
  fails: ["second_factor_required", "code_wrong", "passkey_refused", "current_password_wrong", "too_many_codes"],
});

/** A secret for an authenticator app, which counts once its first code was entered. */
export const beginTotp = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/totp",
  access: "self",
  effects: ["factors"],
  audit: "factor.challenge",
  params: selfParams,
  status: 200,
  returns: z.object({
    /** In base32, for typing it. */
    secret: z.string(),
    /** `otpauth://`, for a QR code. */
    address: z.string(),
  }),
  fails: ["totp_exists"],
});

/** Codes that are shown this once: those of an account's first factor, null where it had one. */
const NewFactor = z.extend(ToastMessage, { recoveryCodes: z.nullable(z.array(z.string())) });

export const confirmTotp = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/totp/confirm",
  access: "self",
  effects: ["factors"],
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
  audit: "factor.remove",
  params: selfParams,
  status: 200,
  returns: ToastMessage,
  fails: ["factor_not_found"],
});

/** Ten new codes; the former ones are good no more. */
export const renewRecoveryCodes = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/recovery_codes",
  access: "self",
  effects: ["factors"],
  audit: "factor.renew_codes",
  params: selfParams,
  status: 200,
  returns: z.object({ recoveryCodes: z.array(z.string()) }),
  fails: ["factor_not_found"],
});

/** Options for the browser's creation of a passkey. */
export const beginPasskey = route({
  method: "POST",
  path: "/api/users/{userId}/second_factor/passkeys/options",
  access: "self",
  effects: ["factors"],
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
  audit: "factor.remove",
  params: z.extend(selfParams, { passkeyId: PasskeyId }),
  status: 200,
  returns: ToastMessage,
  fails: ["factor_not_found"],
});
