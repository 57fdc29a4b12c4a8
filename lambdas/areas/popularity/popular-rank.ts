import { getShard } from "../../platform/table/query-shards.ts";
import type { ArtworkItem } from "../artwork/find-artwork.ts";

/** The artwork's attribute and the search index's measure that say how popular an artwork is, of all time. */
export const POPULARITY = "favorites";

/** The list of visible artwork by popularity, in the index `ranked`; its shards are partitions. */
export const POPULAR_LIST = "POPULAR";

type Ranked = Pick<ArtworkItem, "artworkId"> & Partial<Pick<ArtworkItem, typeof POPULARITY>>;

/** Sorts by popularity, then by time. */
export const popularRank = ({ artworkId, [POPULARITY]: count = 0 }: Ranked) =>
  `${String(count).padStart(10, "0")}#${artworkId}`;

/** Index keys that add an artwork to the list, or move it there. */
export const popularKeys = (artwork: Ranked) => ({
  popular: getShard(POPULAR_LIST, artwork.artworkId),
  popularRank: popularRank(artwork),
});
