import { resetAttempts } from "../throttle/password-attempts.ts";
import { forgetBrowsers, knownBrowsersOf, rememberBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";

/**
 * What a password set by mail means for the counts of wrong ones: the link proves the owner, so they start anew, this
 * browser becomes the only known one, and a thief's is unknown again. Answers the `Set-Cookie` for it.
 */
export async function resetPasswordAttempts(
  services: AuthServices,
  userId: string,
  cookies: Readonly<Record<string, string>>,
): Promise<string> {
  await forgetBrowsers(services.table, userId);
  await resetAttempts(services, { kind: "unknownBrowsers", who: userId });
  await resetAttempts(services, { kind: "signedIn", who: userId });
  return rememberBrowser(services, userId, cookies, await knownBrowsersOf(services.table, userId));
}
