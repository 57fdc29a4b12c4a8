import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { requireBatch } from "../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "./find-user.ts";
import { EndedSessionEntity } from "./session.entity.ts";
import { isSuspended } from "./suspension.ts";
import { UserEntity } from "./user.entity.ts";

/** Session claims of an access token. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Epoch seconds of the log-in; a refreshed token keeps it. */
  readonly started: number;
}

type SessionBounds = Pick<User, "notBefore" | "exemptSession">;

/** True if `notBefore` ended the session, including sessions started in that second, but not the exempt one. */
export const isEndedByUser = ({ notBefore = 0, exemptSession }: SessionBounds, { sessionId, started }: Session) =>
  started <= notBefore && sessionId !== exemptSession;

/** DynamoDB reads a hundred items at once, and one of them is the user. */
const MAX_SESSIONS = 99;

type Session = Omit<SessionClaims, "userId">;

/**
 * States of a user's sessions, by one consistent read. A session is valid while the account is neither closed nor blocked and
 * neither it nor all sessions were ended. Sessions past the 99th count as ended. The same read tells whether the account is
 * suspended.
 */
export async function readSessionStates(table: OpenTable, userId: string, sessions: readonly Session[]) {
  const ids = [...new Set(sessions.map(({ sessionId }) => sessionId))].slice(0, MAX_SESSIONS);
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(
      UserEntity.build(BatchGetRequest).key({ userId }),
      ...ids.map((sessionId) => EndedSessionEntity.build(BatchGetRequest).key({ sessionId })),
    )
    .options({ consistent: true });
  const [user, ...loggedOut] = await requireBatch(table, command);
  const isOpen = (session: Session) => ids.includes(session.sessionId) && !loggedOut[ids.indexOf(session.sessionId)];
  return {
    getState: (session: Session): "active" | "closed" | "ended" => {
      if (!user || user.deactivatedAt) return "closed";
      return !user.blockedAt && isOpen(session) && !isEndedByUser(user, session) ? "active" : "ended";
    },
    isSuspended: user !== undefined && isSuspended(user),
  };
}

/** The state of one session, and whether its account is suspended. */
export async function checkSession(table: OpenTable, session: SessionClaims) {
  const { getState, isSuspended } = await readSessionStates(table, session.userId, [session]);
  return { state: getState(session), isSuspended };
}
