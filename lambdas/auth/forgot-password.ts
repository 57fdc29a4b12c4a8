import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { findClaimant } from "../users/find-user.ts";
import type { AuthServices } from "./services.ts";

export const forgotPasswordHandler = handle(
  forgotPassword,
  async ({ body }, { table, identity, newId, now }: AuthServices) => {
    // An unknown address takes the same way with an id that nobody has.
    const userId = (await findClaimant(table, { kind: "EMAIL", value: body.userEmail }, now())) ?? newId();
    await identity.forgotPassword(userId);
    return { message: MESSAGES.resetLinkSent, expose: true as const };
  },
);
