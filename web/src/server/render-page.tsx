import { text } from "node:stream/consumers";
import { CacheProvider } from "@emotion/react";
import { prerenderToNodeStream } from "react-dom/static";
import { matchPath, StaticRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import type { FeatureSwitches } from "#shared/features.ts";
import type { Page, RenderedPath } from "#shared/pages.ts";
import type { Route } from "#shared/route.ts";
import { type Answer, cacheOf } from "#web/api/answers.ts";
import type { LooseInput } from "#web/api/request.ts";
import { App } from "#web/app.tsx";
import { pageAt } from "#web/page-at.ts";
import { CONFIG } from "#web/session/features.ts";
import { openStyles, writeStyles } from "./critical-styles.ts";
import { FIRST_READS, type PageAddress } from "./first-reads.ts";
import { HEADS } from "./head.ts";
import { renderedScreens } from "./rendered-screens.ts";
import { writeHead } from "./write-head.ts";

export interface PageRequest {
  /** Decoded or as sent; without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface PageNeeds {
  /** Answers a route as the API answers a visitor. */
  readonly read: (route: Route, input: LooseInput) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly features: FeatureSwitches;
  /** Scheme and host of the site. */
  readonly origin: string;
}

/** The parts of a rendered page; `document.ts` puts them together. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly head: string;
  readonly body: string;
  /** What the page was rendered from, for the browser to go on with. */
  readonly answers: readonly Answer[];
}

/** What React hoists stands before everything else: the title and the preloads of the first pictures. */
const HOISTED = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/;

/** Draws the site at a path; throws when any part of it can't be drawn. */
async function draw(location: string, answers: readonly Answer[]) {
  const styles = openStyles();
  const problems: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <CacheProvider value={styles}>
      <SWRConfig value={{ provider: () => cacheOf(answers) }}>
        <StaticRouter location={location}>
          <App screens={renderedScreens} />
        </StaticRouter>
      </SWRConfig>
    </CacheProvider>,
    // A part moved to the end of the page would need a script within the page to be put in place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (problem) => void problems.push(problem) },
  );
  const markup = await text(prelude);
  if (problems.length > 0) throw problems[0];
  const [hoisted = ""] = HOISTED.exec(markup) ?? [];
  return { hoisted: hoisted + writeStyles(styles), body: markup.slice(hoisted.length) };
}

async function drawNotFound(answers: readonly Answer[]): Promise<RenderedPage> {
  const { hoisted, body } = await draw("/404", answers);
  return { status: 404, head: `<meta name="robots" content="noindex"/>${hoisted}`, body, answers };
}

const isRendered = (page: Page): page is Page & { readonly path: RenderedPath } => page.rendered !== undefined;

/**
 * Renders a public page for a visitor. `undefined` for the pages that the browser draws alone; a page that doesn't
 * exist is the 404 page. Throws when a read fails in another way or the page can't be drawn.
 */
export async function renderPage({ path, query }: PageRequest, needs: PageNeeds): Promise<RenderedPage | undefined> {
  const { features, origin, read } = needs;
  const configured: Answer = { key: CONFIG, data: features };
  const page = pageAt(path, features);
  if (!page) return drawNotFound([configured]);
  if (!isRendered(page)) return undefined;
  const [readsAt, headOf] = [FIRST_READS[page.path], HEADS[page.path]];

  const at: PageAddress = { id: matchPath(page.path, path)?.params.id ?? "", search: new URLSearchParams(query) };
  const reads = readsAt(at);
  const given = await Promise.all(reads.map(async (one) => ({ ...one, ...(await read(one.route, one.input)) })));
  if (given.some(({ status }) => status === 404 || status === 400)) return drawNotFound([configured]);
  const failed = given.find(({ status }) => status !== 200);
  if (failed) throw new Error(`${failed.key} answered ${failed.status}`);

  const answers = [configured, ...given.map(({ key, body, isList }) => ({ key, data: body, isList }))];
  const { hoisted, body } = await draw(`${path}${query && `?${query}`}`, answers);
  const head = headOf(
    given.map((one) => one.body),
    origin,
    at,
  );
  return { status: 200, head: writeHead(head, origin) + hoisted, body, answers };
}
