import { endOtherSessions } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { requireProofIfProtected } from "../second-factor/factor-proof.ts";
import { transact } from "../table/transact.ts";
import { throttle } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { cancelEmailChange } from "./email-change.ts";
import { endSessionsBut } from "./end-sessions.ts";
import type { AuthServices } from "./services.ts";

/**
 * Mailed links to set a password stay good: whoever stole a session must not void them. A stolen session of an account
 * with a second factor can't log its owner out at all. The provider isn't told, because it can only end the caller's session too: a refresh asks
 * the table first.
 */
export const endOtherSessionsHandler = handle(
  endOtherSessions,
  async ({ params, actor, sourceIp }, services: AuthServices) => {
    const { table, now } = services;
    const user = await findOpenUser(table, params.userId);
    if (!user) return fail("forbidden");
    const refused =
      (await requireProofIfProtected(services, user, actor)) ??
      (await throttle(services, "endOthers", { sourceIp, account: actor.sessionId }));
    if (refused) return refused;
    const overtaken = await transact(table, [
      { write: endSessionsBut(actor, user, epochSeconds(now())), otherwise: "unauthenticated" },
      cancelEmailChange(user.userId),
    ]);
    return overtaken ?? { message: MESSAGES.otherSessionsEnded, expose: true as const };
  },
);
