import { checkResetLink } from "#shared/contract/auth.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { findToken } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";

/** Tells whoever holds the token what setting a password by it would, before one is typed. */
export const checkResetLinkHandler = handle(checkResetLink, async ({ params }, services: AuthServices) => {
  const owner = await findOpenUser(services.table, params.userId);
  const token = owner && (await findToken(services, { purpose: "reset", owner, secret: params.resetToken }));
  return token ? undefined : fail("link_expired");
});
