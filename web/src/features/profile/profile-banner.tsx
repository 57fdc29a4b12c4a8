import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { Picture } from "#web/ui/picture/picture.tsx";

/** A cropped picture, which links to its artwork. */
const Banner = chakra(Link, {
  base: {
    display: "block",
    aspectRatio: { base: "5 / 2", md: "4 / 1", xl: "5 / 1" },
    borderRadius: "l3",
    overflow: "hidden",
    focusVisibleRing: "outside",
    "& > div": { height: "full" },
    "& > div > picture > img": { objectFit: "cover" },
  },
});

interface ProfileBannerProps {
  readonly card: ArtworkCard;
  readonly onError?: () => void;
}

/** An artwork as banner of an artist's page. */
export function ProfileBanner({ card, ...events }: ProfileBannerProps) {
  const { artworkId, width, height } = card;
  return (
    <Banner to={`/artwork/${artworkId}`}>
      <Picture
        picture={card}
        alt={getPictureAlt(card)}
        sizes="(min-width: 2600px) 2600px, 100vw"
        ratio={width / height}
        firstFrom={0}
        {...events}
      />
    </Banner>
  );
}
