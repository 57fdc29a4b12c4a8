import { listMyArtwork } from "#shared/contract/users.ts";
import { queryOfOwner } from "../artwork/artwork-lists.ts";
import { ownCardOf } from "../artwork/cards.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import type { UsersServices } from "./services.ts";

export const listMyArtworkHandler = handle(listMyArtwork, async ({ params, query }, { table }: UsersServices) => {
  const items = await queryOfOwner(table, params.userId, query);
  return pageOf(items, query.limit, ({ artworkId }) => artworkId, ownCardOf);
});
