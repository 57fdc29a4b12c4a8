/**
 * What the function `pages` answers, in API Gateway's notation; every other address of the site is a file.
 * A page takes everything below its path, because the edge's patterns can't tell one part of a path from several.
 */
export const PAGE_PATHS = [
  "/",
  "/artwork/{rest+}",
  "/user/{rest+}",
  "/search",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/{month}",
] as const;

/** What of an address's query changes a page; the edge keeps one copy for all that differs in anything else. */
export const PAGE_QUERY = ["q", "t", "sort", "tab"] as const;

/** Files beside the code of the function `pages`: the built page with marks to render into, and as it is. */
export const PAGE_FILES = { template: "template.html", plain: "plain.html" } as const;
