import type { ArtworkCard } from "#shared/model/artwork.ts";
import { useLicensedPreviews } from "#web/features/licenses/licensed-previews.ts";
import { ProfileBanner } from "./profile-banner.tsx";

/** The artist's own banner, without a watermark once loaded. */
export default function OwnBanner({ card }: { readonly card: ArtworkCard }) {
  const { licensed, onError } = useLicensedPreviews({ artworkId: card.artworkId });
  return <ProfileBanner card={licensed ? { ...card, previews: licensed.previews } : card} onError={onError} />;
}
