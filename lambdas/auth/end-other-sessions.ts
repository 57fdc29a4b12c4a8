import { endOtherSessions } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { throttle } from "../throttle/throttle.ts";
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
  async ({ actor, owner, sourceIp }, services: AuthServices) => {
    const { table, now } = services;
    const refused = await throttle(services, "endOthers", { sourceIp, account: actor.sessionId });
    if (refused) return refused;
    const overtaken = await transact(table, [
      { write: endSessionsBut(actor, owner, epochSeconds(now())), otherwise: "unauthenticated" },
      cancelEmailChange(owner.userId),
    ]);
    return overtaken ?? { message: MESSAGES.otherSessionsEnded, expose: true as const };
  },
);
