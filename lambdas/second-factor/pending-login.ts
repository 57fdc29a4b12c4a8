import type { BaseServices } from "../runtime/base-services.ts";
import { fail } from "../runtime/failure.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { type ChallengeServices, closeChallenge, isOpenChallenge, openChallenge } from "./factor-challenge.ts";
import { isProtected } from "./factor-proof.ts";
import { loginCookie, pendingLoginIn } from "./login-cookie.ts";

type PendingServices = ChallengeServices & Pick<BaseServices, "siteOrigin">;

interface PendingLogin {
  readonly user: User;
  readonly secret: string;
}

/** Keeps a log-in whose password was right until its second factor comes; answers the `Set-Cookie` that names it. */
export async function beginPendingLogin(services: PendingServices, user: User): Promise<string> {
  const secret = await openChallenge(services, { purpose: "login", owner: user });
  return loginCookie({ userId: user.userId, secret }, services.siteOrigin);
}

/** The log-in that a browser has begun, while it waits. */
export async function findPendingLogin(services: PendingServices, cookies: Readonly<Record<string, string>>) {
  const begun = pendingLoginIn(cookies, services.siteOrigin);
  const user = begun && (await findOpenUser(services.table, begun.userId));
  if (!begun || !user || !isProtected(user)) return fail("second_factor_expired");
  const { secret } = begun;
  const isOpen = await isOpenChallenge(services, { purpose: "login", owner: user }, secret);
  return isOpen ? { user, secret } : fail("second_factor_expired");
}

/** Ends the wait; true for one caller only. */
export const endPendingLogin = (services: PendingServices, { user, secret }: PendingLogin) =>
  closeChallenge(services, { purpose: "login", owner: user }, secret);
