import { updateEmail } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { isProtected } from "../second-factor/factor-proof.ts";
import { throttle } from "../throttle/throttle.ts";
import { checkPassword, revokeProof } from "./check-password.ts";
import { isInUse, requestEmailChange } from "./email-change.ts";
import type { AuthServices } from "./services.ts";

/** Whoever has a password hears of no address but their own whether it has an account; that of another is mailed. */
export const updateEmailHandler = handle(
  updateEmail,
  async ({ body, sourceIp, cookies, audited }, services: AuthServices) => {
    const { userUsername: login, userPassword: password } = body;
    const checked = await checkPassword(services, { login, password, sourceIp, cookies, audited });
    if (checked instanceof Failure) return checked;
    if (checked === "wrong") return fail("wrong_credentials");
    const { userId, user, tokens } = checked;
    audited.who = userId;
    await revokeProof(services, tokens);
    if (!user) return fail("wrong_credentials");
    // Whoever has the password alone can't take the address over: its owner logs in and changes it in the settings.
    if (isProtected(user)) return fail("second_factor_required");
    const refused = await throttle(services, "emailChange", { sourceIp, account: userId });
    if (refused) return refused;
    if (user.verified && user.email.toLowerCase() === body.userEmail.toLowerCase()) return fail("email_taken");
    const inUse = await isInUse(services, userId, body.userEmail);
    const throttled = await requestEmailChange(services, user, body.userEmail, { inUse });
    if (throttled) return throttled;
    return { message: MESSAGES.emailChanged, expose: true as const };
  },
);
