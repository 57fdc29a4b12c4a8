import { type ArtworkItem, findReadableArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { requireWhole } from "#lambdas/platform/table/readable.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";
import { parseLinkId } from "./id-in-link.ts";

/** The artwork with this id, hidden ones included. Throws where there is none, it is deleted, or it can't be read. */
export const requireArtwork = async (table: OpenTable, id: string): Promise<ArtworkItem> =>
  requireWhole(await requireReadableArtwork(table, id));

/** The same as far as it can be read, with its id. */
export async function requireReadableArtwork(table: OpenTable, id: string) {
  const { data: artworkId } = ArtworkId.safeParse(id);
  if (!artworkId) throw new BadCommand(`${id} is no artwork's id.`);
  const artwork = await findReadableArtwork(table, artworkId);
  if (!artwork || artwork.parts.deletedAt) throw new BadCommand(`There is no artwork ${artworkId}.`);
  return { ...artwork, artworkId };
}

/** The id of the artwork that a link leads to. Throws where it leads to none. */
export function requireArtworkId(link: string, siteOrigin: string) {
  const id = parseLinkId(link, "artwork", siteOrigin);
  if (!id) throw new BadCommand(`--link ${link} leads to no artwork of ${siteOrigin}.`);
  return id;
}
