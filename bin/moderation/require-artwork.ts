import { type ArtworkItem, findReadableArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { requireWhole } from "#lambdas/platform/table/readable.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { CommandError } from "../command/command-error.ts";
import { parseLinkId } from "./parse-link-id.ts";

/** The artwork with this id, including hidden ones. Throws if it is missing, deleted or malformed. */
export const requireArtwork = async (table: OpenTable, id: string): Promise<ArtworkItem> =>
  requireWhole(await requireReadableArtwork(table, id));

/** The artwork's id and readable attributes. */
export async function requireReadableArtwork(table: OpenTable, id: string) {
  const { data: artworkId } = ArtworkId.safeParse(id);
  if (!artworkId) throw new CommandError(`${id} isn't an artwork id.`);
  const artwork = await findReadableArtwork(table, artworkId);
  if (!artwork || artwork.parts.deletedAt) throw new CommandError(`There is no artwork ${artworkId}.`);
  return { ...artwork, artworkId };
}

/** The id in an artwork's URL. Throws for any other URL. */
export function requireArtworkId(link: string, siteOrigin: string) {
  const id = parseLinkId(link, "artwork", siteOrigin);
  if (!id) throw new CommandError(`--link ${link} isn't the URL of an artwork on ${siteOrigin}.`);
  return id;
}
