import { verifyToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import { settleAccount } from "./claims.ts";
import { fulfilEmailChange, isEmailChangeToken } from "./email-change.ts";
import type { AuthServices } from "./services.ts";
import { readVerificationToken } from "./verification-token.ts";

const verified = { message: MESSAGES.emailVerified, expose: true as const };

export const verifyTokenHandler = handle(verifyToken, async ({ params }, services: AuthServices) => {
  const { table, identity } = services;
  if (isEmailChangeToken(params.tokenId)) {
    return (await fulfilEmailChange(services, params.tokenId)) ?? verified;
  }
  const token = readVerificationToken(params.tokenId);
  const user = token && (await findUser(table, token.userId));
  if (!user || user.verified) return fail("link_expired");
  const confirmed = await identity.confirm(user.userId, token.code);
  if (confirmed === "bad_code") return fail("link_expired");
  if (confirmed === "too_many") return fail("too_many_requests");
  // "already_confirmed" with an unverified account: the first try died before it reached the table.
  return (await settleAccount(table, user)) ?? verified;
});
