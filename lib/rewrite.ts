import { existsSync, readdirSync } from "node:fs";

/** The first parts of every path that the built site serves as a file, e.g. `assets/` and `favicon.svg`. */
export function filesOf(site: string): string[] {
  if (!existsSync(site)) throw new Error(`${site} isn't built: run "npm run build" first.`);
  const entries = readdirSync(site, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return [...new Set([...names, "config.json"])].sort();
}

/**
 * Code of the CloudFront function in front of the site's bucket.
 * A path is a file only if the build has it: a username may hold a period, so an extension tells nothing.
 */
export function rewriteCode(files: readonly string[]): string {
  return `const files = ${JSON.stringify(files)};
function handler(event) {
  const request = event.request;
  const path = request.uri.slice(1);
  const isFile = files.some((file) => (file.endsWith("/") ? path.startsWith(file) : path === file));
  if (!isFile) request.uri = "/index.html";
  return request;
}
`;
}
