import { createHash, randomBytes } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { buildBrowserCookie, parseBrowserTokens } from "./cookies.ts";
import { KnownBrowserEntity } from "./known-browser.entity.ts";
import type { AuthServices } from "./services.ts";

type BrowserServices = Pick<AuthServices, "table" | "now" | "siteOrigin">;

type Cookies = Readonly<Record<string, string>>;

const computeTokenDigest = (token: string) => createHash("sha256").update(token).digest("base64url");

/** The browsers known to an account, including expired ones that are still stored. */
export const listKnownBrowsers = (table: OpenTable, userId: string) => queryAll(table, KnownBrowserEntity, { userId });

type KnownBrowsers = Awaited<ReturnType<typeof listKnownBrowsers>>;

const deleteKnownBrowser = (
  table: OpenTable,
  { userId, digest }: { readonly userId: string; readonly digest: string },
) => table.send(KnownBrowserEntity.build(DeleteItemCommand).key({ userId, digest }));

/** The digest of the token that proves an earlier log-in from this browser, if there is one. */
export async function findKnownBrowser(
  { table, now, siteOrigin }: BrowserServices,
  userId: string,
  cookies: Cookies,
): Promise<string | undefined> {
  const digests = parseBrowserTokens(cookies, siteOrigin).map(computeTokenDigest);
  // Read even without a token: response times must not depend on the account.
  const knownBrowsers = await listKnownBrowsers(table, userId);
  return knownBrowsers.find(({ digest, expires }) => expires > epochSeconds(now()) && digests.includes(digest))?.digest;
}

/**
 * Makes the browser known to the account and returns its `Set-Cookie`. Every account gets its own token, so that a foreign
 * token never becomes known. Beyond the limit the browser with the oldest log-in is dropped.
 */
export async function rememberBrowser(
  { table, now, siteOrigin }: BrowserServices,
  userId: string,
  cookies: Cookies,
  knownBrowsers: KnownBrowsers,
): Promise<string> {
  const at = epochSeconds(now());
  const tokens = parseBrowserTokens(cookies, siteOrigin);
  const isKnown = (token: string) =>
    knownBrowsers.some(({ digest, expires }) => expires > at && digest === computeTokenDigest(token));
  const own = tokens.find(isKnown) ?? randomBytes(24).toString("base64url");
  const digest = computeTokenDigest(own);
  const expires = at + LIFETIMES.knownBrowser;
  await table.send(KnownBrowserEntity.build(PutItemCommand).item({ userId, digest, expires }));
  const others = knownBrowsers.filter((browser) => browser.digest !== digest).sort((a, b) => b.expires - a.expires);
  await Promise.all(others.slice(LIMITS.knownBrowsers - 1).map((browser) => deleteKnownBrowser(table, browser)));
  return buildBrowserCookie([...tokens.filter((token) => token !== own), own], siteOrigin);
}

/** True if the account has known browsers and this isn't one of them. */
export function isNewBrowser({ now, siteOrigin }: BrowserServices, stored: KnownBrowsers, cookies: Cookies) {
  const digests = parseBrowserTokens(cookies, siteOrigin).map(computeTokenDigest);
  const knownBrowsers = stored.filter(({ expires }) => expires > epochSeconds(now()));
  return knownBrowsers.length > 0 && !knownBrowsers.some(({ digest }) => digests.includes(digest));
}

/** Deletes all known browsers. */
export async function deleteKnownBrowsers(table: OpenTable, userId: string) {
  await Promise.all((await listKnownBrowsers(table, userId)).map((browser) => deleteKnownBrowser(table, browser)));
}
