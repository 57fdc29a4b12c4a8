import { Badge, Box, chakra } from "@chakra-ui/react";
import { DISPLAY } from "#shared/display.ts";
import type { ReviewedArtwork } from "#shared/model/case.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";

const STATES: Readonly<Record<ReviewedArtwork["state"], string>> = {
  visible: "Visible",
  hidden: "Hidden by its artist",
  blocked: "Taken down",
  deleted: "Deleted by its artist",
};

export const formatState = ({ state, flagged, card }: ReviewedArtwork) =>
  [
    STATES[state],
    ...(flagged ? ["marked as mature by us"] : card.mature ? ["marked as mature by its artist"] : []),
  ].join(", ");

/** An artwork's picture as visitors see it, with title, artist and state; the title leads to everything known about it. */
export function ReviewedArtworkFigure({
  artwork,
  sizes,
}: {
  readonly artwork: ReviewedArtwork;
  readonly sizes: string;
}) {
  const { card, owner, state } = artwork;
  return (
    <chakra.figure minW="0">
      <Box borderRadius="l2" overflow="hidden" maxH="70vh">
        {state === "deleted" ? null : (
          <Picture
            picture={{ ...card, artworkAlt: card.artworkAlt }}
            alt={card.artworkAlt || card.artworkTitle}
            sizes={sizes}
            ratio={Math.max(card.width / card.height, 0.8)}
            reveals
          />
        )}
      </Box>
      <chakra.figcaption marginTop="3">
        <NameLink to={`/admin/artwork/${card.artworkId}`}>{card.artworkTitle}</NameLink>
        <Box textStyle="sm" color="fg.muted">
          by <PersonName person={owner.person} showsHandle />, published{" "}
          <DateTime value={card.created} pattern={DISPLAY.momentFormat} />
        </Box>
        <Badge marginTop="2" colorPalette={state === "visible" ? "green" : "neutral"}>
          {formatState(artwork)}
        </Badge>
      </chakra.figcaption>
    </chakra.figure>
  );
}
