import { signup } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { consumeMailQuota, throttleAddress } from "../../platform/throttle/throttle.ts";
import { findEmailOwner } from "../users/find-user.ts";
import { extendReservation, hasLookalike, releaseAccount, reserveAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";
import { buildVerificationEmail } from "./verification-token.ts";

/**
 * An address with an owner gets the same steps and answer as a new one: the account waits for a link, but the mail says that
 * the address has an account. Otherwise each sign-up gets its own link, and the first one opened claims the address. A failed
 * mail can be requested again; on a stage that can't send mail, the sign-up fails and leaves nothing.
 */
export const signupHandler = handle(signup, async ({ body, sourceIp, audited }, services: AuthServices) => {
  const { table, identity, newId, now } = services;
  const refused = await throttleAddress(services, "signup", sourceIp);
  if (refused) return refused;
  if (await hasLookalike(table, body.userUsername, now())) return fail("username_taken");
  const userId = newId();
  const account = { userId, name: body.userUsername, email: body.userEmail };
  const hasOwner = (await findEmailOwner(table, account.email)) !== undefined;
  const taken = await reserveAccount(table, userId, body, now());
  if (taken) return taken;
  audited.who = userId;

  const registered = await identity.register(userId, body.userPassword).catch(async (error: unknown) => {
    await releaseAccount(table, account);
    throw error;
  });
  if (registered === "too_many") {
    await releaseAccount(table, account);
    return fail("too_many_requests");
  }
  // If the link was opened before this, the account is permanent already.
  await extendReservation(table, account, now());
  const verification = await buildVerificationEmail(services, account);
  const inUse = emailTemplates.emailInUse(`${services.siteOrigin}/account_restoration`);
  if (await consumeMailQuota(services, "signup", account.email, sourceIp)) {
    const kind = hasOwner ? "emailInUse" : "verification";
    const email = hasOwner ? inUse : verification;
    if (!(await sendBestEffort(services, account.email, email, { kind, userId }))) {
      await releaseAccount(table, account);
      return fail("mail_unavailable");
    }
  }
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
