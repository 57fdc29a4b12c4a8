import { chakra, Skeleton } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { PersonName } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { Mount } from "./mount.tsx";
import { priceLabel, SOLD_EXCLUSIVELY } from "./price-label.ts";

/** Height of the picture as a share of the viewport's, so that its caption is in the first view too. */
const SHARE = 66;

const PictureLink = chakra(Link, {
  base: {
    display: "block",
    width: "full",
    borderRadius: { md: "l2" },
    overflow: "hidden",
    focusVisibleRing: "outside",
  },
});

const Caption = chakra("figcaption", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "3",
    marginTop: "3",
    color: "fg.muted",
  },
});

const TitleLink = chakra(Link, {
  base: { fontFamily: "heading", fontWeight: "semibold", textStyle: "lg", color: "fg", focusVisibleRing: "outside" },
});

const Price = chakra("span", {
  base: { color: "accent.fg", fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
});

/** The first picture of the home page, large, with the way to its page; a placeholder while it loads. */
export function LeadPicture({ card }: { readonly card: ArtworkCard | undefined }) {
  if (!card) return <Skeleton height={{ base: "24rem", md: `${SHARE}svh` }} />;
  const { artworkId, artworkTitle, owner, width, height, placeholder } = card;
  const fitting = `${((SHARE * width) / height).toFixed(1)}svh`;
  return (
    <chakra.figure minWidth="0">
      <Mount placeholder={placeholder} padding={{ base: 0, md: "6" }}>
        <chakra.div width="full" style={{ maxWidth: fitting }}>
          <PictureLink to={`/artwork/${artworkId}`}>
            <Picture
              picture={card}
              alt={getPictureAlt(card, owner)}
              sizes={`(min-width: 1024px) min(calc(100vw - 480px), ${fitting}), 88.5vw`}
              firstFrom={0}
            />
          </PictureLink>
        </chakra.div>
      </Mount>
      <Caption>
        <TitleLink to={`/artwork/${artworkId}`}>{artworkTitle}</TitleLink>
        <span>
          by <PersonName person={owner} />
        </span>
        <Price>{card.soldExclusively ? SOLD_EXCLUSIVELY : priceLabel(card)}</Price>
      </Caption>
    </chakra.figure>
  );
}
