import { Heart } from "lucide-react";
import { formatCount } from "#shared/format.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { staticStyled } from "#web/ui/static-styled.ts";
import { useFavorite } from "./use-favorite.ts";

/** The count stands before the heart, so that the heart doesn't move when the count changes. */
const BASE = {
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
  "& svg": { transition: "scale 180ms, fill 120ms" },
  "&:active svg": { scale: "0.82" },
  _hover: { color: "fg" },
  "&[aria-pressed=true]": { color: "ochre.fg", "& svg": { fill: "currentColor" } },
} as const;

const LOOKS = {
  /** In the line below a picture: tall enough for touch, without making the line taller. */
  plain: staticStyled("button", {
    ...BASE,
    paddingX: "2",
    marginRight: "-2",
    marginY: "-3",
  }),
  outline: staticStyled("button", {
    ...BASE,
    paddingX: "5",
    borderWidth: "1px",
    borderColor: "border",
    fontWeight: "semibold",
    _hover: { ...BASE._hover, borderColor: "fg.subtle" },
    "&[aria-pressed=true]": { ...BASE["&[aria-pressed=true]"], borderColor: "ochre.border" },
  }),
};

/** Such as `1.2K`; below a thousand no formatter is needed, whose creation is slow. */
const shortCount = (count: number) =>
  count < 1000 ? String(count) : count.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });

interface FavoriteButtonProps {
  readonly artworkId: ArtworkId;
  readonly title: string;
  /** How many users have it among their favourites. */
  readonly count: number;
  readonly look?: keyof typeof LOOKS;
}

/** A toggle button with the number of favourites. */
export function FavoriteButton({ artworkId, title, count, look = "plain" }: FavoriteButtonProps) {
  const { isFavorite, toggle } = useFavorite(artworkId);
  const Button = LOOKS[look];
  return (
    <Button
      type="button"
      aria-pressed={isFavorite}
      aria-label={`Favorite ${title}, ${formatCount(count)} so far`}
      title={isFavorite ? "Remove from favorites" : "Add to favorites"}
      onClick={() => void toggle()}
    >
      {count > 0 && <span>{shortCount(count)}</span>}
      <Heart size={20} aria-hidden />
    </Button>
  );
}
