import { CRAWLER_PATHS, NOT_FOUND, pages } from "#shared/pages.ts";

const rendered = pages.flatMap(({ path, rendered }) => (rendered ? [{ path, ...rendered }] : []));

/**
 * Paths that the function `pages` serves, in API Gateway's notation; every other path of the site is a file.
 * A page takes everything below its path, because CloudFront's patterns can't match a single segment.
 */
export const PAGE_PATHS: readonly string[] = [
  ...rendered.map(({ path }) => path.replace(/:.*/, "{rest+}")),
  NOT_FOUND,
  ...CRAWLER_PATHS,
];

/** Query parameters that change a page, sorted; the edge keeps one copy for requests that differ in any other. */
export const PAGE_QUERY: readonly string[] = [...new Set(rendered.flatMap(({ query }) => query))].sort();
