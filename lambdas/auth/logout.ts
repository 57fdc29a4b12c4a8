import { logout } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import type { AuthServices } from "./services.ts";
import { clearedSessionCookie } from "./session-cookie.ts";

export const logoutHandler = handle(logout, async ({ cookies }, { identity, siteOrigin }: AuthServices) => {
  const current = cookies[COOKIES.session];
  const revoked = current && (await identity.revoke(current));
  if (revoked === "too_many") return fail("too_many_requests");
  return new WithCookies(undefined, [clearedSessionCookie(siteOrigin)]);
});
