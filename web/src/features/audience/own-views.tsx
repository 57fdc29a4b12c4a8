import { readArtworkViews } from "#shared/contract/audience.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { useRead } from "#web/api/use-read.ts";
import { countLabel } from "#web/ui/labels.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

/** Recent views of the artist's own work; nothing on failure. */
export default function OwnViews({ artworkId }: { readonly artworkId: ArtworkId }) {
  const { data } = useRead(readArtworkViews, { params: { artworkId } });
  if (!data) return null;
  return (
    <>
      <dt>Seen</dt>
      <dd>
        <SiteLink to="/audience">{countLabel(data.views, "view")}</SiteLink> in {data.days} days
      </dd>
    </>
  );
}
