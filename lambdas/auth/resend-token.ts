import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { findClaimant } from "../users/find-user.ts";
import type { AuthServices } from "./services.ts";

export const resendTokenHandler = handle(
  resendToken,
  async ({ body }, { table, identity, newId, now }: AuthServices) => {
    // An unknown address takes the same way with an id that nobody has.
    const userId = (await findClaimant(table, { kind: "EMAIL", value: body.userEmail }, now())) ?? newId();
    await identity.resendCode(userId);
    return { message: MESSAGES.verificationLinkSent, expose: true as const };
  },
);
