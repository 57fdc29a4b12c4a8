import { forgetTries } from "../throttle/password-tries.ts";
import { forgetBrowsers, rememberBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";

/**
 * What a password set by mail means for who may try it: the link proves the owner, so nothing tried before counts, this
 * browser becomes the only known one, and a thief's is unknown again. Answers the `Set-Cookie` for it.
 */
export async function restartTries(
  services: AuthServices,
  userId: string,
  cookies: Readonly<Record<string, string>>,
): Promise<string> {
  await forgetBrowsers(services.table, userId);
  await forgetTries(services, { kind: "unknownBrowsers", who: userId });
  await forgetTries(services, { kind: "signedIn", who: userId });
  return rememberBrowser(services, userId, cookies);
}
