import { completeLogin } from "#shared/contract/second-factor.ts";
import { findKnownBrowser } from "../auth/known-browsers.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { refundAddressAttempt, throttleAddress } from "../throttle/throttle.ts";
import type { User } from "../users/find-user.ts";
import { endPendingLogin, findPendingLogin } from "./pending-login.ts";
import type { SecondFactorServices } from "./services.ts";
import { startSession } from "./start-session.ts";
import { verifyFactor } from "./verify-factor.ts";

/** Whoever gets as far as codes knows the password, which its owner should hear, but not with every further code. */
const warnOfPassword = (services: SecondFactorServices, { userId, email }: Pick<User, "email" | "userId">) =>
  sendSpaced(services, { what: "wrongCodes", subject: email, requestId: services.newId() }, () =>
    sendBestEffort(services, email, emailTemplates.wrongCodes(`${services.siteOrigin}/forgot_password`), {
      kind: "wrongCodes",
      userId,
    }),
  );

/**
 * What is guessed counts as passwords do: a browser that the account knows has a count of its own, all others share the
 * account's and that of the address they come from.
 */
export const completeLoginHandler = handle(
  completeLogin,
  async ({ body, cookies, sourceIp, raw, audited }, services: SecondFactorServices) => {
    const pending = await findPendingLogin(services, cookies);
    if (pending instanceof Failure) return pending;
    const { user } = pending;
    audited.who = user.userId;
    const browser = await findKnownBrowser(services, user.userId, cookies);
    const throttled = browser ? undefined : await throttleAddress(services, "password", sourceIp);
    if (throttled) return fail("too_many_codes", { retryAfter: throttled.retryAfter });
    const counter = browser
      ? ({ kind: "codesOfKnownBrowser", who: browser } as const)
      : ({ kind: "codesOfUnknownBrowsers", who: user.userId } as const);
    const refused = await verifyFactor(services, user, body, counter);
    if (refused?.code === "too_many_codes") await warnOfPassword(services, user);
    if (refused) return refused;
    if (!browser) await refundAddressAttempt(services, "password", sourceIp);
    if (!(await endPendingLogin(services, pending))) return fail("second_factor_expired");
    return startSession(services, user, { cookies, headers: raw.headers });
  },
);
