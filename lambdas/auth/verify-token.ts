import { verifyToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import { verifyAccount } from "./claims.ts";
import { confirmEmailChange, isEmailChangeToken } from "./email-change.ts";
import { isEmailUndoToken, undoEmailChange } from "./email-undo.ts";
import { findToken, redeemToken } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";
import { readVerificationToken } from "./verification-token.ts";

const verified = { message: MESSAGES.emailVerified, expose: true as const };

export const verifyTokenHandler = handle(verifyToken, async ({ params, audited }, services: AuthServices) => {
  if (isEmailChangeToken(params.tokenId)) return confirmEmailChange(services, params.tokenId, audited);
  if (isEmailUndoToken(params.tokenId)) {
    const undone = await undoEmailChange(services, params.tokenId, audited);
    return undone instanceof Failure ? undone : { ...verified, message: undone };
  }
  const token = readVerificationToken(params.tokenId);
  const user = token && (await findUser(services.table, token.userId));
  if (!user || user.verified) return fail("link_expired");
  const parts = { purpose: "verification", owner: user, secret: token.secret } as const;
  if (!(await findToken(services, parts))) return fail("link_expired");
  audited.who = user.userId;
  return (await verifyAccount(services.table, user, services.now(), redeemToken(parts))) ?? verified;
});
