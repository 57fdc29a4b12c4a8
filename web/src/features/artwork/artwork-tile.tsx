import { chakra } from "@chakra-ui/react";
import { memo } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { findAiLabel } from "#shared/artwork-sources.ts";
import type { Person } from "#shared/model/account.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { useKeptCode } from "#web/features/checkout/linked-code.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { nameAttributes } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { ArtworkActions } from "./artwork-actions.tsx";
import { frameRatio } from "./justified-rows.ts";
import { COMMERCIAL, prefersCommercial } from "./preferred-license.ts";
import { priceLabel, SOLD_EXCLUSIVELY } from "./price-label.ts";

/** Apart, because few visitors have a code; without it the price is the one before the discount. */
const LinkedPrice = lazyPart(() => import("./linked-price.tsx"), "fallback");

const Article = chakra("article", {
  base: {
    position: "relative",
    "& img": { transitionProperty: "opacity, scale", transitionDuration: "0.4s" },
    "@media (hover: hover) and (prefers-reduced-motion: no-preference)": { "&:hover img": { scale: "1.025" } },
  },
});

/** Covers the whole card, so that the picture is part of this link and Tab stops once per card. */
const TitleLink = chakra(Link, {
  base: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontWeight: "semibold",
    // Tall enough for touch beside its neighbour (WCAG 2.2, target size).
    lineHeight: "1.5rem",
    outline: "none",
    _after: { content: '""', position: "absolute", inset: 0, borderRadius: "l3", cursor: "pointer" },
    "&:focus-visible::after": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "4px" },
  },
});

const ArtistLink = chakra(Link, {
  base: {
    position: "relative",
    zIndex: 1,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    color: "fg.muted",
    // Exactly this tall, because it may not cover the title above (WCAG 2.2, target size).
    lineHeight: "1.5rem",
    borderRadius: "l1",
    _hover: { color: "fg", textDecoration: "underline" },
    focusVisibleRing: "outside",
  },
});

const Caption = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    columnGap: "3",
    marginTop: "2.5",
    paddingX: "1",
    textStyle: "sm",
  },
});

const Price = chakra("span", {
  base: { color: "accent.fg", fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
});

const Frame = chakra("div", { base: { borderRadius: "l3", overflow: "hidden" } });

/** Over a corner of the picture, so that it needs no space. */
const AiLabel = chakra("span", {
  base: {
    position: "absolute",
    top: "2",
    insetStart: "2",
    paddingX: "2",
    borderRadius: "full",
    background: "bg",
    color: "fg",
    textStyle: "xs",
    lineHeight: "1.5rem",
  },
});

const Line = chakra("span", {
  base: {
    gridColumn: "1 / -1",
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    minWidth: "0",
    // The same height with and without a link.
    minHeight: "1.5rem",
  },
});

const DeletedArtist = chakra("span", { base: { color: "fg.muted" } });

function Artist({ artist }: { readonly artist: Person }) {
  if (!artist.name) return <DeletedArtist>{getDisplayName(artist)}</DeletedArtist>;
  return (
    <ArtistLink to={profilePath(artist.name)} {...nameAttributes(artist)}>
      {getDisplayName(artist)}
    </ArtistLink>
  );
}

interface ArtworkTileProps {
  readonly card: ArtworkCard;
  readonly sizes: string;
  /** Smallest viewport width in pixels at which the card is visible without scrolling; null if it never is. */
  readonly firstFrom: number | null;
  /** Width of the picture's frame divided by its height; by default as in a grid. */
  readonly ratio?: number;
  readonly showsArtist: boolean;
  /** True to give title, artist and price a line each, since names would be cut short beside a price or buttons. */
  readonly isStacked?: boolean;
  /** False without room for the button that adds it to a collection. */
  readonly collects?: boolean;
}

export const ArtworkTile = memo(function ArtworkTile({
  card,
  sizes,
  firstFrom,
  ratio,
  showsArtist,
  isStacked = false,
  collects,
}: ArtworkTileProps) {
  const { artworkId, artworkTitle, owner } = card;
  const [search] = useSearchParams();
  // With the filter for commercial licences, cards show the commercial price, which the price filter uses too.
  const commercial = prefersCommercial(search) ? priceLabel(card, "commercial") : null;
  const aiLabel = findAiLabel(card.artworkSource);
  const label = card.soldExclusively ? SOLD_EXCLUSIVELY : (commercial ?? priceLabel(card));
  const linked = useKeptCode(owner.name);
  const price =
    label && linked && !card.soldExclusively ? (
      <LinkedPrice
        card={card}
        type={commercial ? "commercial" : undefined}
        linked={linked}
        price={label}
        fallback={label}
      />
    ) : (
      label
    );
  return (
    <Article>
      <Frame>
        <Picture
          picture={card}
          alt={getPictureAlt(card, owner)}
          sizes={sizes}
          ratio={ratio ?? frameRatio(card.width, card.height)}
          firstFrom={firstFrom}
          reveals
        />
        {aiLabel && <AiLabel>{aiLabel}</AiLabel>}
      </Frame>
      <Caption>
        <TitleLink to={`/artwork/${artworkId}${commercial ? COMMERCIAL : ""}`} title={artworkTitle}>
          {artworkTitle}
        </TitleLink>
        {showsArtist && !isStacked && price && <Price>{price}</Price>}
        {showsArtist && isStacked && (
          <Line>
            <Artist artist={owner} />
          </Line>
        )}
        <Line>
          {showsArtist && !isStacked ? <Artist artist={owner} /> : <Price>{price}</Price>}
          <ArtworkActions artwork={card} title={artworkTitle} collects={collects} />
        </Line>
      </Caption>
    </Article>
  );
});
