import { listCurated } from "#shared/contract/artwork.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { handle } from "../runtime/handle.ts";
import { findCurated } from "./curated.ts";
import { findStrip } from "./find-strip.ts";
import type { ArtworkServices } from "./services.ts";

export const listCuratedHandler = handle(
  listCurated,
  async (_call, { table }: Pick<ArtworkServices, "table"> & BaseServices) =>
    findStrip(table, (await findCurated(table)).artworkIds),
);
