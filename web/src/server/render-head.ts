import { APP_NAME } from "#shared/brand.ts";
import type { PageMetadata } from "./page-metadata.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const property = (name: string, content: string | number | undefined) =>
  content === undefined ? "" : `<meta property="${name}" content="${escapeHtml(String(content))}"/>`;

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}"/>`;

/** JSON for a script element that holds data; without any `<`, nothing in it can end the element. */
export const jsonForScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The head's elements for search engines and link previews. React renders the title. */
export function renderHead(
  { title, description, canonical, type = "website", image, structuredData }: PageMetadata,
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
    named("twitter:card", image ? "summary_large_image" : "summary"),
    structuredData ? `<script type="application/ld+json">${jsonForScript(structuredData)}</script>` : "",
  ].join("");
}
