import { CRAWLER_PATHS, NOT_FOUND, pages } from "#shared/pages.ts";

const rendered = pages.flatMap(({ path, rendered }) => (rendered ? [{ path, ...rendered }] : []));

/**
 * What the function `pages` answers, in API Gateway's notation; every other address of the site is a file.
 * A page takes everything below its path, because the edge's patterns can't tell one part of a path from several.
 */
export const PAGE_PATHS: readonly string[] = [
  ...rendered.map(({ path }) => path.replace(/:.*/, "{rest+}")),
  NOT_FOUND,
  ...CRAWLER_PATHS,
];

/** What of an address's query changes a page; the edge keeps one copy for all that differs in anything else. */
export const PAGE_QUERY: readonly string[] = [...new Set(rendered.flatMap(({ query }) => query))].sort();
