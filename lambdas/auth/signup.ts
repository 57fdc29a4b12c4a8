import { signup } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { keepAccount, releaseAccount, reserveAccount } from "./claims.ts";
import { decoySignupId } from "./decoy-user.ts";
import { newSecret } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";
import { verificationEmail } from "./verification-token.ts";

/**
 * An address that has an account takes the same steps as a new one, with a user whom nobody can be, and the same
 * answer: only the mail that goes there tells. A mail that can't be sent is asked for again.
 */
export const signupHandler = handle(signup, async ({ body, sourceIp }, services: AuthServices) => {
  const { table, identity, newId, now } = services;
  const refused = await throttleAddress(services, "signup", sourceIp);
  if (refused) return refused;
  const account = { userId: newId(), name: body.userUsername, email: body.userEmail };
  const taken = await reserveAccount(table, account.userId, body, now());
  if (taken?.code === "username_taken") return fail("username_taken");
  if (taken) account.userId = decoySignupId(body.userEmail);

  const release = async () => void (taken || (await releaseAccount(table, account)));
  const password = taken ? newSecret() : body.userPassword;
  const registered = await identity.register(account.userId, password).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (registered === "too_many") {
    await release();
    return fail("too_many_requests");
  }
  // Whoever opens the link faster than this has the account for good already.
  await keepAccount(table, account, now());
  const verification = await verificationEmail(services, account);
  if (!taken) await sendBestEffort(services, body.userEmail, verification);
  else {
    const inUse = emailTemplates.emailInUse(`${services.siteOrigin}/account_restoration`);
    await sendSpaced(services, "emailInUse", body.userEmail, () => services.mail.send(body.userEmail, inUse));
  }
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
