import { listMyArtwork, listUploads, listUserArtwork } from "#shared/contract/users.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { pageOf } from "../../platform/runtime/page.ts";
import { queryOfOwner, queryShownOfOwner } from "../artwork/artwork-lists.ts";
import { cardOf, ownCardOf } from "../artwork/cards.ts";
import { findByUsername } from "./find-user.ts";
import type { UsersServices } from "./services.ts";

export const listMyArtworkHandler = handle(listMyArtwork, async ({ params, query }, { table }: UsersServices) => {
  const items = await queryOfOwner(table, params.userId, query);
  return pageOf(items, query.limit, ({ artworkId }) => artworkId, ownCardOf);
});

export const listUploadsHandler = handle(listUploads, async ({ params, query }, { table }: UsersServices) => {
  const items = await queryOfOwner(table, params.userId, query);
  return pageOf(items, query.limit, ({ artworkId }) => artworkId, cardOf);
});

export const listUserArtworkHandler = handle(
  listUserArtwork,
  async ({ params, query }, { table, now }: UsersServices) => {
    const user = await findByUsername(table, params.username, now());
    if (!user) return fail("user_not_found");
    const items = await queryShownOfOwner(table, user.userId, query);
    return pageOf(items, query.limit, ({ artworkId }) => artworkId, cardOf);
  },
);
