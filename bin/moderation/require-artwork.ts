import { type ArtworkItem, findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";
import { idInLink } from "./id-in-link.ts";

/** The artwork with this id, hidden ones included. Throws where there is none or it is deleted. */
export async function requireArtwork(table: OpenTable, id: string): Promise<ArtworkItem> {
  const { data: artworkId } = ArtworkId.safeParse(id);
  if (!artworkId) throw new BadCommand(`${id} is no artwork's id.`);
  const artwork = await findArtwork(table, artworkId);
  if (!artwork || artwork.deletedAt) throw new BadCommand(`There is no artwork ${artworkId}.`);
  return artwork;
}

/** The id of the artwork that a link leads to. Throws where it leads to none. */
export function artworkIdIn(link: string, siteOrigin: string) {
  const id = idInLink(link, "artwork", siteOrigin);
  if (!id) throw new BadCommand(`--link ${link} leads to no artwork of ${siteOrigin}.`);
  return id;
}
