import { listArtwork } from "#shared/contract/artwork.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { queryNewest, queryPopular } from "./artwork-lists.ts";
import { cardOf } from "./cards.ts";
import type { ArtworkServices } from "./services.ts";

export const listArtworkHandler = handle(listArtwork, async ({ query }, { table }: Pick<ArtworkServices, "table">) => {
  const items = await (query.sort === "popular" ? queryPopular : queryNewest)(table, query);
  return pageOf(items, query.limit, ({ artworkId }) => artworkId, cardOf);
});
