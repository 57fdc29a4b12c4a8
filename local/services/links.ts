const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const ADDRESS = /https?:\/\/[^\s<>"']+/g;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&#38;": "&", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };

/** The distinct http(s) URLs in a mail: the hrefs of its HTML first, then those in its text. */
export function extractLinks(html: string, text: string): string[] {
  const hrefs = Array.from(html.matchAll(HREF), ([, double, single]) => decodeEntities(double ?? single ?? ""));
  // Punctuation that follows a URL isn't part of it.
  const written = Array.from(text.matchAll(ADDRESS), ([address]) => address.replace(/[.,;:!?)\]]+$/, ""));
  return [...new Set([...hrefs, ...written])].filter((link) => /^https?:\/\//.test(link));
}

function decodeEntities(attribute: string): string {
  return attribute.replace(/&(?:amp|quot|#38|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}
