import { changeEmail, resendToken, updateEmail, verifyToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { consumeMailQuota, throttle, throttleAddress } from "../../platform/throttle/throttle.ts";
import { hasSecondFactor } from "../second-factor/factor-proof.ts";
import { findUser } from "../users/find-user.ts";
import { checkPassword, checkSignedInPassword, revokeTokens } from "./check-password.ts";
import { verifyAccount } from "./claims.ts";
import { confirmEmailChange, isEmailChangeToken, isInUse, requestEmailChange } from "./email-change.ts";
import { isEmailUndoToken, undoEmailChange } from "./email-undo.ts";
import { findReturnPath } from "./find-signups.ts";
import { findToken, redeemToken } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";
import { parseVerificationToken } from "./verification-token.ts";

/** An address in use gets the usual answer; only its owner learns of it, by mail. */
export const changeEmailHandler = handle(changeEmail, async ({ body, owner, sourceIp }, services: AuthServices) => {
  const { userId } = owner;
  const proof = await checkSignedInPassword(services, { userId, password: body.userCurrent });
  if (proof instanceof Failure) return proof;
  if (typeof proof === "string") return fail("current_password_wrong");
  await revokeTokens(services, proof);
  const refused = await throttle(services, "emailChange", { sourceIp, account: userId });
  if (refused) return refused;
  const inUse = await isInUse(services, userId, body.userEmail);
  const throttled = await requestEmailChange(services, owner, body.userEmail, { inUse });
  if (throttled) return throttled;
  return { message: MESSAGES.emailChanged, expose: true as const };
});

/** The response never discloses whether another address has an account; a mail to that address does. */
export const updateEmailHandler = handle(
  updateEmail,
  async ({ body, sourceIp, cookies, audited }, services: AuthServices) => {
    const { userUsername: login, userPassword: password } = body;
    const checked = await checkPassword(services, { login, password, sourceIp, cookies, audited });
    if (checked instanceof Failure) return checked;
    if (checked === "wrong") return fail("wrong_credentials");
    const { userId, user, tokens } = checked;
    audited.who = userId;
    await revokeTokens(services, tokens);
    if (!user) return fail("wrong_credentials");
    // With a second factor the password alone isn't enough: the address is changed in the settings.
    if (hasSecondFactor(user)) return fail("second_factor_required");
    const refused = await throttle(services, "emailChange", { sourceIp, account: userId });
    if (refused) return refused;
    if (user.verified && user.email.toLowerCase() === body.userEmail.toLowerCase()) return fail("email_taken");
    const inUse = await isInUse(services, userId, body.userEmail);
    const throttled = await requestEmailChange(services, user, body.userEmail, { inUse });
    if (throttled) return throttled;
    return { message: MESSAGES.emailChanged, expose: true as const };
  },
);

const verified = { message: MESSAGES.emailVerified, expose: true as const };

export const verifyTokenHandler = handle(verifyToken, async ({ params, audited }, services: AuthServices) => {
  if (isEmailChangeToken(params.tokenId)) return confirmEmailChange(services, params.tokenId, audited);
  if (isEmailUndoToken(params.tokenId)) {
    const undone = await undoEmailChange(services, params.tokenId, audited);
    return undone instanceof Failure ? undone : { ...verified, message: undone };
  }
  const token = parseVerificationToken(params.tokenId);
  const user = token && (await findUser(services.table, token.userId));
  if (!user || user.verified) return fail("link_expired");
  const parts = { purpose: "verification", owner: user, secret: token.secret } as const;
  if (!(await findToken(services, parts))) return fail("link_expired");
  audited.who = user.userId;
  const returnTo = await findReturnPath(services.table, user);
  return (await verifyAccount(services.table, user, services.now(), redeemToken(parts))) ?? { ...verified, returnTo };
});

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "resend", sourceIp);
  if (refused) return refused;
  const { userEmail, userUsername } = body;
  if (await consumeMailQuota(services, "resend", userEmail, sourceIp)) {
    const { mailRequests, newId } = services;
    await mailRequests.add({ requestId: newId(), kind: "resend", email: userEmail, username: userUsername });
  }
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
