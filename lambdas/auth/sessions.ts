import { createHash } from "node:crypto";
import Bowser from "bowser";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { LIFETIMES } from "#shared/limits.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { queryAll } from "../table/query-all.ts";
import { transact } from "../table/transact.ts";
import { sessionsOf } from "../users/check-session.ts";
import { EndedSessionEntity } from "../users/session.entity.ts";
import { RotatedTokenEntity, SessionEntity } from "./session.entity.ts";
import type { TokenSession } from "./token-session.ts";

type Services = Pick<BaseServices, "now"> & { readonly table: OpenTable };
type Headers = Readonly<Record<string, string | undefined>>;

/** What is looked at of a `User-Agent`, which anyone may send. */
const LONGEST_AGENT = 400;
const COUNTRY = /^[A-Z]{2}$/;

/** Names a browser as people know it, such as "Firefox on Windows". */
export function browserIn(headers: Headers): string | undefined {
  const agent = headers["user-agent"]?.slice(0, LONGEST_AGENT);
  if (!agent) return undefined;
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(" on ") || undefined;
}

/** The country that CloudFront says the caller is in, where it is told to. */
export function countryIn(headers: Headers): string | undefined {
  const country = headers["cloudfront-viewer-country"] ?? "";
  return COUNTRY.test(country) ? country : undefined;
}

/** Notes that a session is used, and from where: at log-in and when its token is refreshed, not at every call. */
export const recordSession = ({ table, now }: Services, session: TokenSession, headers: Headers) =>
  table.send(
    SessionEntity.build(PutItemCommand).item({
      ...session,
      used: epochSeconds(now()),
      browser: browserIn(headers),
      country: countryIn(headers),
      expires: session.started + LIFETIMES.refreshToken,
    }),
  );

const notedSessions = (table: OpenTable, userId: string) =>
  queryAll(table, SessionEntity, { partition: `U#${userId}`, beginsWith: "SE#" });

/** Forgets what was noted of an account's sessions; whether they count stands elsewhere. */
export async function forgetSessions(table: OpenTable, userId: string) {
  const noted = await notedSessions(table, userId);
  const forget = ({ sessionId }: (typeof noted)[number]) =>
    table.send(SessionEntity.build(DeleteItemCommand).key({ userId, sessionId }));
  await Promise.all(noted.map(forget));
}

/** The sessions of a user that still count, the latest used first. */
export async function findSessions({ table, now }: Services, userId: string) {
  const all = await notedSessions(table, userId);
  const noted = all.filter(({ expires }) => expires > epochSeconds(now())).sort((a, b) => b.used - a.used);
  const stateOf = await sessionsOf(table, userId, noted);
  return noted.filter((session) => stateOf(session) === "good");
}

/**
 * Ends one session for every call that is checked from now on. Kept for as long as a refresh token of the session can
 * live: revoking one leaves those that other tabs got for the same token.
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

const rotatedTokenKey = (refreshToken: string) => ({
  digest: createHash("sha256").update(refreshToken).digest("base64url"),
});

/** Remembers whose session a refresh token was that is traded for another. */
export const recordRotatedToken = ({ table }: Services, refreshToken: string, session: TokenSession) =>
  table.send(
    RotatedTokenEntity.build(PutItemCommand).item({
      ...rotatedTokenKey(refreshToken),
      userId: session.userId,
      sessionId: session.sessionId,
      expires: session.started + LIFETIMES.refreshToken,
    }),
  );

/** Ends the session of a refresh token that was traded before, and answers whose it was: its holder or a thief has the next one. */
export async function endSessionOfRotatedToken(services: Services, refreshToken: string) {
  const get = RotatedTokenEntity.build(GetItemCommand).key(rotatedTokenKey(refreshToken)).options({ consistent: true });
  const { Item } = await services.table.send(get);
  if (!Item) return undefined;
  await endSession(services, Item);
  return Item.userId;
}
