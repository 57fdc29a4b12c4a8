import { listCategories } from "#shared/contract/artwork.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { unlessAway } from "../../search-engine/engine.ts";
import { findCurated } from "./curated.ts";
import { findCategories } from "./find-categories.ts";
import type { ArtworkServices } from "./services.ts";

export const listCategoriesHandler = handle(
  listCategories,
  async (_call, { table, index, now }: Pick<ArtworkServices, "table" | "index"> & BaseServices) => {
    const curated = await findCurated(table);
    const found = findCategories({ table, index: index.withDeadline(), now }, curated);
    // The home page has its other sections.
    return { items: await unlessAway(found, () => []) };
  },
);
