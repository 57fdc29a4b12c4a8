import { listMyArtwork, listUploads, listUserArtwork } from "#shared/contract/users.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { queryOfOwner, queryShownOfOwner } from "../artwork/artwork-lists.ts";
import { toCard, toOwnCard } from "../artwork/cards.ts";
import { findByUsername } from "./find-user.ts";
import { type OwnFigures, queryOwnArtwork, readFigures } from "./own-artwork.ts";
import type { UsersServices } from "./services.ts";

/** Counts above zero. */
const toFigures = ({ sales, views }: OwnFigures) => ({ ...(sales > 0 && { sales }), ...(views > 0 && { views }) });

export const listMyArtworkHandler = handle(listMyArtwork, async ({ params, query }, { table }: UsersServices) => {
  const getFigures = await readFigures(table, params.userId);
  const items = await queryOwnArtwork(table, params.userId, query, getFigures);
  return toPage(
    items,
    query.limit,
    ({ artworkId }) => artworkId,
    (item) => ({ ...toOwnCard(item), ...toFigures(getFigures(item.artworkId)) }),
  );
});

export const listUploadsHandler = handle(listUploads, async ({ params, query }, { table }: UsersServices) => {
  const items = await queryOfOwner(table, params.userId, query);
  return toPage(items, query.limit, ({ artworkId }) => artworkId, toCard);
});

export const listUserArtworkHandler = handle(
  listUserArtwork,
  async ({ params, query }, { table, now }: UsersServices) => {
    const user = await findByUsername(table, params.username, now());
    if (!user) return fail("user_not_found");
    const items = await queryShownOfOwner(table, user.userId, query);
    return toPage(items, query.limit, ({ artworkId }) => artworkId, toCard);
  },
);
