import { existsSync, readdirSync } from "node:fs";
import { NOT_FOUND } from "#shared/pages.ts";

/** First segments of all paths that the built site serves as files, e.g. `assets/` and `favicon.svg`. */
export function listFiles(site: string): string[] {
  if (!existsSync(site)) throw new Error(`${site} isn't built: run "npm run build" first.`);
  const entries = readdirSync(site, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return [...new Set([...names, "config.json"])].sort();
}

/** Data for paths that match none of CloudFront's patterns. */
export interface Rewriting {
  /** First segments of file paths, from `listFiles`. */
  readonly files: readonly string[];
  /** Paths of the pages in React Router's notation. */
  readonly pages: readonly string[];
  /** Id of the origin that serves the page for status 404. */
  readonly notFoundOrigin: string;
}

/**
 * Code of the CloudFront function in front of the site's bucket.
 * A path is a file only if the build has it: usernames may contain periods, so an extension proves nothing. Like the
 * router, it ignores case and trailing slashes of a page's path. Any other path gets status 404.
 */
export function rewriteCode({ files, pages, notFoundOrigin }: Rewriting): string {
  const parts = pages.map((path) => path.replace(/\/$/, "").split("/"));
  return `import cf from "cloudfront";
const files = ${JSON.stringify(files)};
const pages = ${JSON.stringify(parts)};
function isPage(path) {
  const parts = path.replace(/\\/+$/, "").toLowerCase().split("/");
  const fits = (part, at) => (part.startsWith(":") ? parts[at] !== "" : part === parts[at]);
  return pages.some((page) => page.length === parts.length && page.every(fits));
}
function handler(event) {
  const request = event.request;
  const path = request.uri.slice(1);
  if (files.some((file) => (file.endsWith("/") ? path.startsWith(file) : path === file))) return request;
  if (isPage(request.uri)) {
    request.uri = "/index.html";
    return request;
  }
  request.uri = ${JSON.stringify(NOT_FOUND)};
  cf.selectRequestOriginById(${JSON.stringify(notFoundOrigin)});
  return request;
}
`;
}
