import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { CACHING } from "#shared/caching.ts";
import { MediaId } from "#shared/model/ids.ts";
import { type PageRequest, renderDocument, renderPage } from "#web/server/render-page.tsx";
import { findShownArtwork } from "../areas/artwork/find-artwork.ts";
import { findMedia } from "../areas/media/find-media.ts";
import { formatCacheControl } from "../platform/runtime/cache-control.ts";
import { counted } from "../platform/runtime/counted.ts";
import { readAsVisitor } from "./read-as-visitor.ts";
import type { PageServices } from "./services.ts";

/** The built page: with placeholders for rendering on the server, and for the browser alone. */
export interface BuiltPages {
  readonly template: string;
  readonly plain: string;
}

const html = (statusCode: number, cacheControl: string, body: string): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": cacheControl },
  body,
});

/** Path of the artwork that uses an upload, by the path in the upload's previews; undefined if it is hidden. */
async function findByUpload(path: string, { table }: PageServices) {
  const { data: mediaId } = MediaId.safeParse(/^\/artwork\/([^/]+)$/.exec(path)?.[1]);
  const media = mediaId && (await findMedia(table, mediaId));
  const artwork = media?.artworkId && (await findShownArtwork(table, media.artworkId, undefined));
  return artwork && `/artwork/${artwork.artworkId}`;
}

/**
 * A page as a visitor sees it. Pages that can't be rendered here, by nature or because of an error, are the plain page, which
 * renders in the browser.
 */
export async function answerPage(
  request: PageRequest,
  pages: BuiltPages,
  services: PageServices,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { features, siteOrigin: origin, log } = services;
  try {
    const read = readAsVisitor.bind(null, services);
    const page = await renderPage(request, { read, features, origin });
    if (!page) return html(200, formatCacheControl(CACHING.page), pages.plain);
    const location = page.status === 404 ? await findByUpload(request.path, services) : undefined;
    if (location) return { statusCode: 308, headers: { location, "cache-control": formatCacheControl(CACHING.page) } };
    const rule = page.status === 404 ? CACHING.missingPage : CACHING.page;
    const caching = page.isIncomplete ? "no-store" : formatCacheControl(rule);
    return html(page.status, caching, renderDocument(page, pages.template));
  } catch (error) {
    log.error("A page couldn't be rendered", {
      ...counted("PagesNotRendered"),
      path: request.path,
      error: error as Error,
    });
    return html(200, "no-store", pages.plain);
  }
}
