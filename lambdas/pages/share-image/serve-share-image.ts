import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { CACHING, WIDEST_GUARDED } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { shareImagePath } from "#shared/pages.ts";
import { findShownArtwork } from "../../areas/artwork/find-artwork.ts";
import { textsIn } from "../../areas/artwork/stored-texts.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { cacheControl } from "../../platform/runtime/cache-control.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { refuse } from "../../platform/runtime/handle.ts";
import { openServices, type ServicesOf } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { drawShareImage } from "./draw-share-image.ts";
import { openShownPreviews } from "./open-shown-previews.ts";

const serviceFactories = { reading: openTable, shownPreviews: openShownPreviews };

export type ShareServices = ServicesOf<typeof serviceFactories> & BaseServices;

let services: ShareServices | undefined;

/** An artwork's picture for link previews, made when it is first asked for; the edge keeps it. */
export async function handler(event: APIGatewayProxyEventV2, context: Context) {
  services ??= openServices("share-image", serviceFactories, process.env);
  services.log.addContext(context);
  if (services.fromEdge && !(await services.fromEdge(event.headers))) return refuse(fail("forbidden"));
  return answerShareImage(event.rawPath, services);
}

const missing = (): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": cacheControl(CACHING.missingPage) },
  body: MESSAGES.notFound,
});

/**
 * The address names the version, so that a changed title or picture has another one; any other address of the artwork
 * leads to the present one, or whoever makes addresses up would have a picture drawn for each.
 */
export async function answerShareImage(
  path: string,
  { reading: table, shownPreviews }: Pick<ShareServices, "reading" | "shownPreviews">,
): Promise<APIGatewayProxyStructuredResultV2> {
  const artworkId = ArtworkId.safeParse(path.split("/")[2]).data;
  const artwork = artworkId && (await findShownArtwork(table, artworkId, undefined));
  if (!artwork) return missing();
  const { versionId, previewKey, ownerName } = artwork;
  const address = shareImagePath(artworkId, versionId);
  if (path !== address) return { statusCode: 302, headers: { location: address, "cache-control": "no-store" } };
  const preview = await shownPreviews.read(previewKey, WIDEST_GUARDED);
  if (!preview) return missing();
  const { artworkTitle } = textsIn(artwork);
  const image = await drawShareImage(preview, { title: artworkTitle, artist: ownerName ?? MESSAGES.deletedUser });
  return {
    statusCode: 200,
    headers: { "content-type": "image/jpeg", "cache-control": cacheControl(CACHING.shareImage) },
    body: image.toString("base64"),
    isBase64Encoded: true,
  };
}
