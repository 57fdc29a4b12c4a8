import { listPopularThisWeek } from "#shared/contract/artwork.ts";
import { useRead } from "#web/api/use-read.ts";
import { ArtworkStrip } from "./artwork-strip.tsx";

/** Recently popular artwork, for visitors who found nothing; nothing itself if it can't be read. */
export function TrendingStrip() {
  const { data, error } = useRead(listPopularThisWeek, {});
  return <ArtworkStrip title="Trending" cards={error ? [] : data?.items} />;
}
