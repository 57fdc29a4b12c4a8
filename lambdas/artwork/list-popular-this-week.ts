import { listPopularThisWeek } from "#shared/contract/artwork.ts";
import { STRIP } from "#shared/limits.ts";
import { queryPopularThisWeek } from "../favorites/find-popular-this-week.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { handle } from "../runtime/handle.ts";
import { withoutCrowds } from "../search/similarity.ts";
import { findStrip } from "./find-strip.ts";
import type { ArtworkServices } from "./services.ts";

export const listPopularThisWeekHandler = handle(
  listPopularThisWeek,
  async (_call, { table, now }: Pick<ArtworkServices, "table"> & BaseServices) => {
    const ranked = withoutCrowds(await queryPopularThisWeek(table, now(), STRIP.ranked));
    const ids = ranked.slice(0, STRIP.considered).map(({ artworkId }) => artworkId);
    return findStrip(table, ids);
  },
);
