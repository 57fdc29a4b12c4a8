import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { CACHING } from "#shared/caching.ts";
import { LIMITS } from "#shared/limits.ts";
import { listPages, NOT_FOUND, type Page } from "#shared/pages.ts";
import { queryNewest } from "../areas/artwork/artwork-lists.ts";
import { isMature, toPicture } from "../areas/artwork/cards.ts";
import { findOftenUsedTags } from "../areas/search/find-tags.ts";
import { formatCacheControl } from "../platform/runtime/cache-control.ts";
import { getCreatedAt, getFirstIdAt } from "../platform/runtime/time.ts";
import type { OpenTable } from "../platform/table/marketplace-table.ts";
import { unlessAway } from "../search-engine/engine.ts";
import type { PageServices } from "./services.ts";

/** URLs in one sitemap: below the format's limit, so that it fits into a function's answer of 6 MB. */
const MAX_ARTWORK = 20_000;
/** Tags in the sitemap, the most used first. */
const MAX_TAGS = 2000;
const SECURITY_CONTACT_DAYS = 180;
/** Artworks per query; DynamoDB returns at most 1 MB at once. */
const AT_ONCE = 1000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

interface Listed {
  readonly path: string;
  readonly changed?: string;
  /** Path of the page's main picture. */
  readonly image?: string | undefined;
}

const respond = (type: string, body: string): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 200,
  headers: { "content-type": `${type}; charset=utf-8`, "cache-control": formatCacheControl(CACHING.sitemap) },
  body,
});

const getMonth = (artworkId: string) => getCreatedAt(artworkId).slice(0, 7);
const getMonthStart = (month: string) => new Date(`${month}-01T00:00:00Z`);

function getMonthEnd(month: string) {
  const end = getMonthStart(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** Months with visible artwork, newest first: one query of one item per month. */
async function listMonths(table: OpenTable): Promise<string[]> {
  const months: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const [newest] = await queryNewest(table, { limit: 1, ...(cursor ? { cursor } : {}) });
    if (!newest) return months;
    const month = getMonth(newest.artworkId);
    months.push(month);
    cursor = getFirstIdAt(getMonthStart(month));
  }
}

/** Visible artwork of a month, newest first; if there is too much, the oldest is left out. */
async function listArtworkInMonth({ table, log }: Pick<PageServices, "table" | "log">, month: string) {
  const first = getFirstIdAt(getMonthStart(month));
  const found: Listed[] = [];
  for (let cursor = getFirstIdAt(getMonthEnd(month)); found.length < MAX_ARTWORK; ) {
    const items = await queryNewest(table, { cursor, limit: AT_ONCE });
    const within = items.filter(({ artworkId }) => artworkId >= first);
    found.push(
      ...within.map((item) => ({
        path: `/artwork/${item.artworkId}`,
        changed: getCreatedAt(item.versionId),
        image: isMature(item) ? undefined : toPicture(item).previews.at(-1)?.jpeg,
      })),
    );
    const last = items.at(-1);
    if (!last || within.length < items.length) break;
    cursor = last.artworkId;
  }
  if (found.length >= MAX_ARTWORK)
    log.warn("A month fills its sitemap: the oldest of its artwork may be left out", { month });
  return found.slice(0, MAX_ARTWORK);
}

/** True for a public page with fixed content; pages with parameters are listed with their data. */
const isListed = ({ path, access }: Page) => access === "public" && !path.includes(":") && path !== NOT_FOUND;

const buildUrlSet = (origin: string, pages: readonly Listed[]) => {
  const urls = pages.map(({ path, changed, image }) => {
    const date = changed ? `<lastmod>${changed}</lastmod>` : "";
    const picture = image ? `<image:image><image:loc>${origin}${image}</image:loc></image:image>` : "";
    return `<url><loc>${origin}${path}</loc>${date}${picture}</url>`;
  });
  return respond("application/xml", `${XML}<urlset ${SCHEMA} ${IMAGES}>${urls.join("")}</urlset>`);
};

/** Contact for reporting vulnerabilities (RFC 9116), valid for half a year from the request. */
function buildSecurityContact({ siteOrigin, now }: PageServices) {
  const expires = now();
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + SECURITY_CONTACT_DAYS);
  const fields = {
    Contact: `mailto:info@${new URL(siteOrigin).hostname}`,
    Expires: expires.toISOString(),
    Policy: `${siteOrigin}/terms_of_service`,
    "Preferred-Languages": "en",
    Canonical: `${siteOrigin}/.well-known/security.txt`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return respond("text/plain", lines.join(""));
}

/** Answers /robots.txt, the sitemap with its parts, and /.well-known/security.txt; `undefined` for any other path. */
export async function serveCrawlerFile(
  path: string,
  services: PageServices,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  const { table, index, features, siteOrigin } = services;
  if (path === "/robots.txt") {
    return respond("text/plain", `User-agent: *\nAllow: /\n\nSitemap: ${siteOrigin}/sitemap.xml\n`);
  }
  if (path === "/.well-known/security.txt") return buildSecurityContact(services);
  if (path === "/sitemap.xml") {
    // An empty sitemap is invalid.
    const tags = (await unlessAway(findOftenUsedTags(index, 1), () => [])).length > 0 ? ["tags"] : [];
    const parts = ["pages", ...tags, ...(await listMonths(table))].map(
      (part) => `<sitemap><loc>${siteOrigin}/sitemaps/${part}.xml</loc></sitemap>`,
    );
    return respond("application/xml", `${XML}<sitemapindex ${SCHEMA}>${parts.join("")}</sitemapindex>`);
  }
  const part = /^\/sitemaps\/(pages|tags|\d{4}-(?:0[1-9]|1[0-2]))\.xml$/.exec(path)?.[1];
  if (!part) return undefined;
  if (part === "tags") {
    const tags = await unlessAway(findOftenUsedTags(index, MAX_TAGS), () => undefined);
    if (!tags) return { statusCode: 503, headers: { "retry-after": String(LIMITS.search.retryAfter) } };
    return buildUrlSet(
      siteOrigin,
      tags.map(({ tag }) => ({ path: `/tag/${encodeURIComponent(tag)}` })),
    );
  }
  if (part !== "pages") return buildUrlSet(siteOrigin, await listArtworkInMonth(services, part));
  return buildUrlSet(siteOrigin, listPages(features).filter(isListed));
}
