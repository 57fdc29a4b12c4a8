import { chakra } from "@chakra-ui/react";
import { Heart } from "lucide-react";
import type { ArtworkId } from "#shared/model/ids.ts";
import { useFavorite } from "./use-favorite.ts";

/** The number stands in front of the heart and grows away from it, so that the heart stays where it was pressed. */
const Button = chakra("button", {
  base: {
    position: "relative",
    zIndex: 1,
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: "1.5",
    flexShrink: 0,
    minWidth: "11",
    height: "11",
    borderRadius: "full",
    color: "fg.muted",
    textStyle: "sm",
    fontVariantNumeric: "tabular-nums",
    cursor: "button",
    userSelect: "none",
    touchAction: "manipulation",
    transition: "color 120ms, border-color 120ms",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
    "& svg": { transition: "scale 180ms, fill 120ms" },
    "&:active svg": { scale: "0.82" },
    "&[aria-pressed=true]": { color: "ochre.fg", "& svg": { fill: "currentColor" } },
  },
  variants: {
    look: {
      /** In the line below a picture: as high as a finger needs, without making the line higher. */
      plain: { paddingX: "2", marginRight: "-2", marginY: "-3" },
      outline: {
        paddingX: "5",
        borderWidth: "1px",
        borderColor: "border",
        fontWeight: "semibold",
        _hover: { borderColor: "fg.subtle" },
        "&[aria-pressed=true]": { borderColor: "ochre.border" },
      },
    },
  },
  defaultVariants: { look: "plain" },
});

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

interface FavoriteButtonProps {
  readonly artworkId: ArtworkId;
  readonly title: string;
  /** How many people favour it. */
  readonly count: number;
  readonly look?: "plain" | "outline";
}

/** A heart that is on or off, and how many there are. */
export function FavoriteButton({ artworkId, title, count, look = "plain" }: FavoriteButtonProps) {
  const { isFavorite, toggle } = useFavorite(artworkId);
  return (
    <Button
      type="button"
      look={look}
      aria-pressed={isFavorite}
      aria-label={`Favorite ${title}, ${count.toLocaleString("en")} so far`}
      title={isFavorite ? "Remove from favorites" : "Add to favorites"}
      onClick={() => void toggle()}
    >
      {count > 0 && <span>{short.format(count)}</span>}
      <Heart size={20} aria-hidden />
    </Button>
  );
}
