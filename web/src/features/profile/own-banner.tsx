import type { ArtworkCard } from "#shared/model/artwork.ts";
import { useLicensedPreviews } from "#web/features/licenses/licensed-previews.ts";
import { ProfileBanner } from "./profile-banner.tsx";

/** The banner as its artist sees it: without a watermark, once that is known. */
export default function OwnBanner({ card }: { readonly card: ArtworkCard }) {
  const { licensed, onError } = useLicensedPreviews({ artworkId: card.artworkId });
  return <ProfileBanner card={licensed ? { ...card, previews: licensed.previews } : card} onError={onError} />;
}
