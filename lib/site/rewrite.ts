import { existsSync, readdirSync } from "node:fs";
import { NOT_FOUND } from "#shared/pages.ts";

/** The first parts of every path that the built site serves as a file, e.g. `assets/` and `favicon.svg`. */
export function listFiles(site: string): string[] {
  if (!existsSync(site)) throw new Error(`${site} isn't built: run "npm run build" first.`);
  const entries = readdirSync(site, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return [...new Set([...names, "config.json"])].sort();
}

/** Data that the edge needs for an address that none of its patterns matches. */
export interface Rewriting {
  /** First parts of the paths that are files, as `listFiles` gives them. */
  readonly files: readonly string[];
  /** Paths of the pages in React Router's notation. */
  readonly pages: readonly string[];
  /** Id of the origin that answers for pages that don't exist. */
  readonly notFoundOrigin: string;
}

/**
 * Code of the CloudFront function in front of the site's bucket.
 * A path is a file only if the build has it: a username may hold a period, so an extension tells nothing. Like the
 * router, it takes a page's path in any case and with slashes at its end. Any other address answers with status 404.
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
