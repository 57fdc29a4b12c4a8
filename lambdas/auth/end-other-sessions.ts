import { endOtherSessions } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findOpenUser } from "../users/open-account.ts";
import { cancelEmailChange } from "./email-change.ts";
import { endSessions } from "./end-sessions.ts";
import type { AuthServices } from "./services.ts";

/** The provider isn't told, because it can only end the caller's session too: a refresh asks the table first. */
export const endOtherSessionsHandler = handle(
  endOtherSessions,
  async ({ params, actor }, { table, now }: AuthServices) => {
    const user = await findOpenUser(table, params.userId);
    if (!user) return fail("forbidden");
    const overtaken = await transact(table, [
      { write: endSessions(user, epochSeconds(now()), { exempt: actor }), otherwise: "unauthenticated" },
      cancelEmailChange(user.userId),
    ]);
    return overtaken ?? { message: MESSAGES.otherSessionsEnded, expose: true as const };
  },
);
