import { type ArtworkItem, findReadableArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { requireWhole } from "#lambdas/platform/table/readable.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";
import { parseLinkId } from "./id-in-link.ts";

/** The artwork with this id, including hidden ones. Throws if it is missing, deleted or malformed. */
export const requireArtwork = async (table: OpenTable, id: string): Promise<ArtworkItem> =>
  requireWhole(await requireReadableArtwork(table, id));

/** The artwork's id and readable attributes. */
export async function requireReadableArtwork(table: OpenTable, id: string) {
  const { data: artworkId } = ArtworkId.safeParse(id);
  if (!artworkId) throw new BadCommand(`${id} is no artwork's id.`);
  const artwork = await findReadableArtwork(table, artworkId);
  if (!artwork || artwork.parts.deletedAt) throw new BadCommand(`There is no artwork ${artworkId}.`);
  return { ...artwork, artworkId };
}

/** The id of a link's artwork. Throws for any other link. */
export function requireArtworkId(link: string, siteOrigin: string) {
  const id = parseLinkId(link, "artwork", siteOrigin);
  if (!id) throw new BadCommand(`--link ${link} leads to no artwork of ${siteOrigin}.`);
  return id;
}
