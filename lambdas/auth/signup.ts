import { signup } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { extendReservation, releaseAccount, reserveAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";
import { verificationEmail } from "./verification-token.ts";

/**
 * An address that has an account takes the same steps as a new one, and the same answer: the account waits for its link
 * like any other, but the mail says that the address has an account. A mail that can't be sent is asked for again.
 */
export const signupHandler = handle(signup, async ({ body, sourceIp }, services: AuthServices) => {
  const { table, identity, newId, now } = services;
  const refused = await throttleAddress(services, "signup", sourceIp);
  if (refused) return refused;
  const userId = newId();
  const reserved = await reserveAccount(table, userId, body, now());
  if (reserved instanceof Failure) return reserved;

  const { sharesEmail } = reserved;
  const account = { userId, name: body.userUsername, email: body.userEmail, sharesEmail };
  const registered = await identity.register(userId, body.userPassword).catch(async (error: unknown) => {
    await releaseAccount(table, account);
    throw error;
  });
  if (registered === "too_many") {
    await releaseAccount(table, account);
    return fail("too_many_requests");
  }
  // Whoever opens the link faster than this has the account for good already.
  await extendReservation(table, account, now());
  const verification = await verificationEmail(services, account);
  const inUse = emailTemplates.emailInUse(`${services.siteOrigin}/account_restoration`);
  const send = () => services.mail.send(account.email, sharesEmail ? inUse : verification);
  await sendSpaced(services, "signup", account.email, send, { always: !sharesEmail }).catch((error: unknown) => {
    services.log.error("The mail of a sign-up could not be sent", { error: error as Error });
  });
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
