import { chakra } from "@chakra-ui/react";
import Heart from "lucide-react/icons/heart";
import { formatCount } from "#shared/format.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { ON_CARD, OUTLINED_BUTTON, ROUND_BUTTON } from "#web/ui/round-button.ts";
import { useFavorite } from "./use-favorite.ts";

const HEART = {
  fontVariantNumeric: "tabular-nums",
  "& svg": { transition: "scale 180ms, fill 120ms" },
  "&:active svg": { scale: "0.82" },
} as const;

const PRESSED = { color: "accent.fg", "& svg": { fill: "currentColor" } } as const;

/** The count precedes the heart, so that the heart doesn't move when the count changes. */
const VARIANTS = {
  plain: chakra("button", {
    base: {
      ...ROUND_BUTTON,
      ...ON_CARD,
      ...HEART,
      justifyContent: "flex-end",
      paddingX: "2",
      marginRight: "-2",
      "&[aria-pressed=true]": PRESSED,
    },
  }),
  outline: chakra("button", {
    base: {
      ...OUTLINED_BUTTON,
      ...HEART,
      fontWeight: "semibold",
      "&[aria-pressed=true]": { ...PRESSED, borderColor: "accent.border" },
    },
  }),
};

/** Such as `1.2K`; avoids the slow creation of a formatter below a thousand. */
const formatCompactCount = (count: number) =>
  count < 1000 ? String(count) : count.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });

interface FavoriteButtonProps {
  readonly artworkId: ArtworkId;
  readonly title: string;
  readonly count: number;
  readonly look?: keyof typeof VARIANTS;
}

/** A toggle button with the number of favourites. */
export function FavoriteButton({ artworkId, title, count, look = "plain" }: FavoriteButtonProps) {
  const { isFavorite, toggle } = useFavorite(artworkId);
  const Button = VARIANTS[look];
  return (
    <Button
      type="button"
      aria-pressed={isFavorite}
      aria-label={`Favorite ${title}, ${formatCount(count)} so far`}
      title={isFavorite ? "Remove from favorites" : "Add to favorites"}
      onClick={() => void toggle()}
    >
      {count > 0 && <span>{formatCompactCount(count)}</span>}
      <Heart size={20} aria-hidden />
    </Button>
  );
}
