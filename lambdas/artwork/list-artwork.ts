import { listArtwork } from "#shared/contract/artwork.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { findFiltered, isFiltered } from "../search/find-filtered.ts";
import { queryNewest, queryPopular } from "./artwork-lists.ts";
import { cardOf } from "./cards.ts";
import type { ArtworkServices } from "./services.ts";

export const listArtworkHandler = handle(
  listArtwork,
  async ({ query }, services: Pick<ArtworkServices, "table" | "index"> & BaseServices) => {
    const { sort, limit } = query;
    if (sort === "price" || isFiltered(query)) return findFiltered(services, { ...query, query: "", sort });
    const items = await (sort === "popular" ? queryPopular : queryNewest)(services.table, query);
    return pageOf(items, limit, ({ artworkId }) => artworkId, cardOf);
  },
);
