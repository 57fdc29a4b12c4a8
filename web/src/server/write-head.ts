import { APP_NAME } from "#shared/brand.ts";
import type { Head } from "./head.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const property = (name: string, content: string | number | undefined) =>
  content === undefined ? "" : `<meta property="${name}" content="${escaped(String(content))}"/>`;

const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}"/>`;

/** JSON for a script element that only holds data: no `<` can end the element. */
export const jsonFor = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The head's elements for search engines and for links shared elsewhere. The title is React's. */
export function writeHead({ title, description, canonical, type = "website", image, facts }: Head, origin: string) {
  return [
    named("description", description),
    `<link rel="canonical" href="${escaped(origin + canonical)}"/>`,
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
    facts ? `<script type="application/ld+json">${jsonFor(facts)}</script>` : "",
  ].join("");
}
