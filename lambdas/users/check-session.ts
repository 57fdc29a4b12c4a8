import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet } from "../table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import type { User } from "./find-user.ts";
import { EndedSessionEntity } from "./session.entity.ts";
import { UserEntity } from "./user.entity.ts";

/** What an access token says of its session. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** When it began, in epoch seconds; a refreshed token keeps it. */
  readonly started: number;
}

type Marks = Pick<User, "notBefore" | "keptSession">;

/** Whether the user ended the session by a new password. Those that began in its very second have ended, but the kept one. */
export const endedByUser = (
  { notBefore = 0, keptSession }: Marks,
  { sessionId, started }: Omit<SessionClaims, "userId">,
) => started <= notBefore && sessionId !== keptSession;

/** Whether the session still counts, by one consistent read: its account is open, and neither it nor all were ended. */
export async function checkSession(table: OpenTable, claims: SessionClaims): Promise<"good" | "closed" | "ended"> {
  const { userId, sessionId } = claims;
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(
      UserEntity.build(BatchGetRequest).key({ userId }),
      EndedSessionEntity.build(BatchGetRequest).key({ sessionId }),
    )
    .options({ consistent: true });
  const [user, loggedOut] = await batchGet(table, command);
  if (!user || user.deactivatedAt) return "closed";
  return loggedOut || endedByUser(user, claims) ? "ended" : "good";
}
