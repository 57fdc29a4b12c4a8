import { text } from "node:stream/consumers";
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import createEmotionServer from "@emotion/server/create-instance";
import { prerenderToNodeStream } from "react-dom/static";
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router-dom";
import { SWRConfig } from "swr";
import { APP_NAME } from "#shared/brand.ts";
import { readEmbed } from "#shared/contract/artwork.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { hasPage, NOT_FOUND, type Page, type RenderedPath } from "#shared/pages.ts";
import type { Route } from "#shared/route.ts";
import { createReadCache, type PrefetchedRead } from "#web/api/read-cache.ts";
import type { LooseInput } from "#web/api/request.ts";
import { App, createRoutes } from "#web/app.tsx";
import { PRERENDERED_PAGE_ID, type PrerenderedPage } from "#web/prerendered-page.ts";
import { CONFIG_PATH } from "#web/session/features.ts";
import { HostContext } from "#web/ui/use-host.ts";
import { PAGE_METADATA, type PageMetadata } from "./page-metadata.ts";
import { PAGE_READS, type PageAddress } from "./page-reads.ts";
import { renderedScreens } from "./rendered-screens.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const property = (name: string, content: string | number | undefined) =>
  content === undefined ? "" : `<meta property="${name}" content="${escapeHtml(String(content))}"/>`;

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}"/>`;

/** JSON for a script element; escapes `<`, so that it can't end the element. */
const jsonForScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The oEmbed discovery link. */
function renderEmbedLink(address: string, origin: string, title: string) {
  const href = `${origin}${readEmbed.path}?url=${encodeURIComponent(address)}&format=json`;
  return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}" title="${escapeHtml(title)}"/>`;
}

/** The head's elements for search engines and link previews. React renders the title. */
function renderHead(
  { title, description, canonical, type = "website", image, isEmbeddable, structuredData }: PageMetadata,
  origin: string,
) {
  return [
    named("description", description),
    `<link rel="canonical" href="${escapeHtml(origin + canonical)}"/>`,
    property("og:site_name", APP_NAME),
    property("og:type", type),
    property("og:title", title),
    property("og:description", description),
    property("og:url", origin + canonical),
    property("og:image", image && origin + image.path),
    property("og:image:type", image && "image/jpeg"),
    property("og:image:width", image?.width),
    property("og:image:height", image?.height),
    property("og:image:alt", image?.alt),
    isEmbeddable ? renderEmbedLink(origin + canonical, origin, title) : "",
    named("twitter:card", image ? "summary_large_image" : "summary"),
    structuredData ? `<script type="application/ld+json">${jsonForScript(structuredData)}</script>` : "",
  ].join("");
}

export interface PageRequest {
  /** Decoded or as sent; without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface RenderDependencies {
  /** Calls a route as a visitor. */
  readonly read: (route: Route, input: LooseInput) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly features: FeatureSwitches;
  /** Scheme and host. */
  readonly origin: string;
}

/** The parts of a rendered page; `renderDocument` puts them together. */
export interface RenderedPage {
  readonly status: 200 | 404;
  /** True if it says that a part comes later, so that no copy may be kept. */
  readonly isIncomplete?: boolean;
  readonly host: string;
  readonly head: string;
  readonly body: string;
  /** Data that the page was rendered from, for hydration. */
  readonly prefetched: readonly PrefetchedRead[];
}

/** Elements that React hoists to the start: the title and the preloads of the first pictures. */
const HOISTED = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/;

const handler = createStaticHandler(createRoutes(renderedScreens));

/** Matches a path with its query. */
async function matchAt(location: string, origin: string) {
  const context = await handler.query(new Request(origin + location));
  if (context instanceof Response) throw new Error("Route loaders must not return a Response");
  return context;
}

/** Renders the site at a matched path; throws when any part of it fails. */
async function renderApp(context: StaticHandlerContext, host: string, prefetched: readonly PrefetchedRead[]) {
  // Emotion's default key, under which the browser finds the page's styles.
  const styles = createCache({ key: "css" });
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(styles);
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <CacheProvider value={styles}>
      <SWRConfig value={{ provider: () => createReadCache(prefetched) }}>
        <HostContext value={host}>
          <App>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </App>
        </HostContext>
      </SWRConfig>
    </CacheProvider>,
    // Otherwise React would move large parts to the end, with inline scripts that put them in place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  );
  const markup = await text(prelude);
  if (errors.length > 0) throw errors[0];
  const [hoisted = ""] = HOISTED.exec(markup) ?? [];
  const head = hoisted + constructStyleTagsFromChunks(extractCriticalToChunks(markup));
  return { hoisted: head, body: markup.slice(hoisted.length) };
}

async function renderNotFound(
  origin: string,
  host: string,
  prefetched: readonly PrefetchedRead[],
): Promise<RenderedPage> {
  const { hoisted, body } = await renderApp(await matchAt(NOT_FOUND, origin), host, prefetched);
  return { status: 404, host, head: `<meta name="robots" content="noindex"/>${hoisted}`, body, prefetched };
}

const isRendered = (page: Page): page is Page & { readonly path: RenderedPath } => page.rendered !== undefined;

const isMissing = ({ status, body, isNeverEmpty }: { status: number; body: unknown; isNeverEmpty?: boolean }) =>
  status === 404 ||
  status === 400 ||
  (isNeverEmpty === true && status === 200 && (body as { items: readonly unknown[] }).items.length === 0);

const isWaking = ({ body }: { readonly body: unknown }) =>
  (body as { code?: unknown } | undefined)?.code === "search_waking";

/**
 * Renders a public page for a visitor. `undefined` for pages that only the browser renders; the 404 page for a page that
 * doesn't exist. A search that wakes up is shown as such. Throws if a read fails in another way or rendering fails.
 */
export async function renderPage(
  { path, query }: PageRequest,
  dependencies: RenderDependencies,
): Promise<RenderedPage | undefined> {
  const { features, origin, read } = dependencies;
  const host = new URL(origin).hostname;
  const configured: PrefetchedRead = { key: CONFIG_PATH, data: features };
  const context = await matchAt(`${path}${query && `?${query}`}`, origin);
  const { route, params } = context.matches.at(-1) ?? {};
  const page: Page | undefined = route?.handle;
  const isMissingPage = !page || page.path === NOT_FOUND || page.access === "operator" || !hasPage(features, page);
  if (isMissingPage) return renderNotFound(origin, host, [configured]);
  if (!isRendered(page)) return undefined;
  const [listReads, getMetadata] = [PAGE_READS[page.path], PAGE_METADATA[page.path]];

  const at: PageAddress = { id: params?.id ?? "", search: new URLSearchParams(query) };
  const reads = listReads(at);
  const answers = await Promise.all(reads.map(async (one) => ({ ...one, ...(await read(one.route, one.input)) })));
  if (answers.some(isMissing)) return renderNotFound(origin, host, [configured]);
  const failed = answers.find((answer) => answer.status !== 200 && !isWaking(answer));
  if (failed) throw new Error(`${failed.key} answered ${failed.status}`);

  const prefetched = [
    configured,
    ...answers.map(({ key, status, body, isList }) =>
      status === 200 ? { key, data: body, isList } : { key, failed: { status, body }, isList },
    ),
  ];
  const { hoisted, body } = await renderApp(context, host, prefetched);
  const metadata = getMetadata(
    answers.map((one) => (isWaking(one) ? undefined : one.body)),
    origin,
    at,
  );
  const head = renderHead(metadata, origin) + hoisted;
  return { status: 200, isIncomplete: answers.some(isWaking), host, head, body, prefetched };
}

/** Placeholders that `lib/site/page-template.ts` puts into the built page. */
const PLACEHOLDERS = { head: "<!--head-->", body: "<!--body-->", sent: "<!--sent-->" } as const;

/** Fills the template, whose own elements stay unchanged so that its script keeps its hash. */
export function renderDocument({ status, host, head, body, prefetched }: RenderedPage, template: string): string {
  const page: PrerenderedPage = { status, host, reads: prefetched };
  const data = `<script type="application/json" id="${PRERENDERED_PAGE_ID}">${jsonForScript(page)}</script>`;
  return template
    .replace(PLACEHOLDERS.head, () => head)
    .replace(PLACEHOLDERS.body, () => body)
    .replace(PLACEHOLDERS.sent, () => data);
}
