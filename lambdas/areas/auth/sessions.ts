import { createHash } from "node:crypto";
import Bowser from "bowser";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { transact } from "../../platform/table/transact.ts";
import { readSessionStates } from "../users/check-session.ts";
import { EndedSessionEntity } from "../users/session.entity.ts";
import { RotatedTokenEntity, SessionEntity } from "./session.entity.ts";
import type { TokenSession } from "./token-session.ts";

type Services = Pick<BaseServices, "now"> & { readonly table: OpenTable };
type Headers = Readonly<Record<string, string | undefined>>;

/** Characters of the `User-Agent` that are parsed; clients can send any length. */
const MAX_AGENT_LENGTH = 400;
const COUNTRY = /^[A-Z]{2}$/;

/** A readable name of a browser, such as "Firefox on Windows". */
export function describeBrowser(headers: Headers): string | undefined {
  const agent = headers["user-agent"]?.slice(0, MAX_AGENT_LENGTH);
  if (!agent) return undefined;
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(" on ") || undefined;
}

/** The caller's country according to CloudFront, if it is configured to send it. */
export function getCallerCountry(headers: Headers): string | undefined {
  const country = headers["cloudfront-viewer-country"] ?? "";
  return COUNTRY.test(country) ? country : undefined;
}

/** Stores the use of a session and its origin, at log-in and refresh but not at every call. */
export const recordSession = ({ table, now }: Services, session: TokenSession, headers: Headers) =>
  table.send(
    SessionEntity.build(PutItemCommand).item({
      ...session,
      used: epochSeconds(now()),
      browser: describeBrowser(headers),
      country: getCallerCountry(headers),
      expires: session.started + LIFETIMES.refreshToken,
    }),
  );

const listRecordedSessions = (table: OpenTable, userId: string) => queryAll(table, SessionEntity, { userId });

/** Deletes the listed sessions of an account; their validity is stored elsewhere. */
export async function deleteSessions(table: OpenTable, userId: string) {
  const recorded = await listRecordedSessions(table, userId);
  const deleteRecord = ({ sessionId }: (typeof recorded)[number]) =>
    table.send(SessionEntity.build(DeleteItemCommand).key({ userId, sessionId }));
  await Promise.all(recorded.map(deleteRecord));
}

/** The valid sessions of a user, the latest used first. */
export async function findSessions({ table, now }: Services, userId: string) {
  const all = await listRecordedSessions(table, userId);
  const recorded = all.filter(({ expires }) => expires > epochSeconds(now())).sort((a, b) => b.used - a.used);
  const { getState } = await readSessionStates(table, userId, recorded);
  return recorded.filter((session) => getState(session) === "active");
}

/**
 * Ends one session for all later calls. Kept for the lifetime of its refresh tokens: revoking one leaves those that other
 * tabs got.
 */
export const endSession = (
  { table, now }: Services,
  { userId, sessionId }: Pick<TokenSession, "userId" | "sessionId">,
) =>
  transact(table, [
    {
      write: EndedSessionEntity.build(PutTransaction).item({
        sessionId,
        expires: epochSeconds(now()) + LIFETIMES.refreshToken,
      }),
    },
    { write: SessionEntity.build(DeleteTransaction).key({ userId, sessionId }) },
  ]);

const digestToken = (refreshToken: string) => createHash("sha256").update(refreshToken).digest("base64url");

async function findRotatedToken(table: OpenTable, digest: string) {
  const get = RotatedTokenEntity.build(GetItemCommand).key({ digest }).options({ consistent: true });
  return (await table.send(get)).Item;
}

/**
 * Stores the rotation of a refresh token and returns true if its holder may continue. Reuse is accepted for some seconds, for
 * several tabs, and once more later if the first response was lost. Any other reuse is by a thief, or by the owner after one.
 */
export async function rotateToken(
  { table, now }: Services,
  [current, next]: readonly [string, string],
  { userId, sessionId, started }: TokenSession,
) {
  const [digest, traded] = [digestToken(current), epochSeconds(now())];
  const first = RotatedTokenEntity.build(PutItemCommand)
    .item({ digest, userId, sessionId, traded, next: digestToken(next), expires: started + LIFETIMES.refreshToken })
    .options({ condition: { attr: "traded", exists: false } });
  if (await conditionHeld(table.send(first))) return true;
  const previous = await findRotatedToken(table, digest);
  if (!previous) return false;
  const markReused = RotatedTokenEntity.build(UpdateItemCommand)
    .item({ digest, again: true })
    .options({ condition: { attr: "again", exists: false } });
  const isOnceMore = await conditionHeld(table.send(markReused));
  if (traded - previous.traded <= LIFETIMES.refreshGrace) return true;
  return isOnceMore && !(await findRotatedToken(table, previous.next));
}

/** Ends the session of a refresh token that was rotated before and returns its user: either holder may be a thief. */
export async function endSessionOfRotatedToken(services: Services, refreshToken: string) {
  const token = await findRotatedToken(services.table, digestToken(refreshToken));
  if (!token) return undefined;
  await endSession(services, token);
  return token.userId;
}
