import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet } from "../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
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

type SessionBounds = Pick<User, "notBefore" | "exemptSession">;

/** Whether the user ended the session by a new password. Those that began in its very second have ended, but the exempt one. */
export const endedByUser = ({ notBefore = 0, exemptSession }: SessionBounds, { sessionId, started }: Session) =>
  started <= notBefore && sessionId !== exemptSession;

/** DynamoDB reads a hundred items at once, and one of them is the user. */
const MAX_SESSIONS = 99;

type Session = Omit<SessionClaims, "userId">;

/**
 * Whether sessions of a user still count, by one consistent read: the account is open, and neither one nor all were
 * ended. While it is blocked all are. Of a hundred sessions or more, those past the 99th count as ended.
 */
export async function sessionsOf(table: OpenTable, userId: string, sessions: readonly Session[]) {
  const ids = [...new Set(sessions.map(({ sessionId }) => sessionId))].slice(0, MAX_SESSIONS);
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(
      UserEntity.build(BatchGetRequest).key({ userId }),
      ...ids.map((sessionId) => EndedSessionEntity.build(BatchGetRequest).key({ sessionId })),
    )
    .options({ consistent: true });
  const [user, ...loggedOut] = await batchGet(table, command);
  const isOpen = (session: Session) => ids.includes(session.sessionId) && !loggedOut[ids.indexOf(session.sessionId)];
  return (session: Session): "good" | "closed" | "ended" => {
    if (!user || user.deactivatedAt) return "closed";
    return !user.blockedAt && isOpen(session) && !endedByUser(user, session) ? "good" : "ended";
  };
}

/** Whether one session still counts. */
export const checkSession = async (table: OpenTable, session: SessionClaims) =>
  (await sessionsOf(table, session.userId, [session]))(session);
