import { fail } from "../runtime/failure.ts";
import { forgive, throttle } from "../throttle/throttle.ts";
import { findByLogin } from "../users/find-user.ts";
import type { Tokens } from "./identity.ts";
import { nobodyNamed } from "./nobody.ts";
import type { AuthServices } from "./services.ts";

interface Proof {
  readonly userId: string;
  readonly password: string;
  readonly sourceIp: string;
}

/**
 * Asks the identity provider whether a password is the account's. Every try counts, wherever the password was asked
 * for; a right one takes the count back. The tokens are a session of their own: revoke what isn't wanted.
 */
export async function provePassword(services: AuthServices, { userId, password, sourceIp }: Proof) {
  const caller = { sourceIp, account: userId };
  const refused = await throttle(services, "password", caller);
  if (refused) return refused;
  const proof = await services.identity.logIn(userId, password);
  if (proof === "too_many") return fail("too_many_requests");
  if (proof !== "wrong") await forgive(services, "password", caller);
  return proof;
}

/** Whose log-in this is, or an id that nobody has. */
export const idOfLogin = async ({ table, now }: AuthServices, login: string) =>
  (await findByLogin(table, login, now())) ?? nobodyNamed(login);

/** Ends the session that a proof came with. */
export const dropProof = ({ identity }: AuthServices, { refreshToken }: Tokens) => identity.revoke(refreshToken);
