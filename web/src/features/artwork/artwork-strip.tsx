import { chakra, Heading, Skeleton } from "@chakra-ui/react";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
} from "react";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { OUTLINED_BUTTON } from "#web/ui/round-button.ts";
import { ArtworkTile } from "./artwork-tile.tsx";
import { LATER_PICTURES } from "./grid-style.ts";
import { followKey, rememberOpened } from "./picture-list.tsx";
import { getCaptionHeight, layoutStrip, STRIP_HEIGHTS } from "./strip-layout.ts";

const Section = chakra("section", { base: { marginBottom: { base: "7", md: "8" } } });

const Title = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    minHeight: "11",
    marginBottom: "2",
  },
});

/** The page's margins, across which a row scrolls from edge to edge. */
const MARGINS = { base: "4", md: "8", "2xl": "12" } as const;
const OVER_MARGINS = { base: "-4", md: "-8", "2xl": "-12" } as const;

/** Padding of a card, below the gap between cards: `content-visibility` clips focus rings and touch areas. */
const ROOM = "3.5";

/** Padding for focus rings and touch areas, which the scroll container would clip. */
const Row = chakra("ul", {
  base: {
    "--strip-height": { base: `${STRIP_HEIGHTS.narrow}px`, md: `${STRIP_HEIGHTS.wide}px` },
    display: "flex",
    gap: "4",
    overflowX: "auto",
    overflowY: "hidden",
    overscrollBehaviorX: "contain",
    scrollSnapType: "x proximity",
    scrollPaddingInline: MARGINS,
    scrollbar: "hidden",
    paddingX: MARGINS,
    marginX: OVER_MARGINS,
    paddingY: ROOM,
    marginY: `-${ROOM}`,
    listStyle: "none",
  },
});

/** Cards far from the viewport are neither laid out nor loaded; most of a row is. */
const Cell = chakra("li", {
  base: {
    flexShrink: 0,
    scrollSnapAlign: "start",
    ...LATER_PICTURES,
    "& > div": {
      contentVisibility: "auto",
      containIntrinsicBlockSize: "auto calc(var(--strip-height) + var(--caption-height))",
      padding: ROOM,
      margin: `-${ROOM}`,
    },
  },
});

const Beside = chakra("div", { base: { display: "flex", alignItems: "center", gap: "2", flexShrink: "0" } });

const Button = chakra("button", {
  base: {
    ...OUTLINED_BUTTON,
    hideBelow: "md",
    paddingX: "0",
    "&[aria-disabled=true]": { opacity: 0.4, cursor: "default" },
  },
});

/**
 * Scroll state of a row, and a function that scrolls it by 80 % of its visible width. The ends are measured only after
 * the first scroll, because measuring delays the first paint.
 */
function useScrolling(row: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ isAtStart: true, isAtEnd: false });
  const updateEnds = useCallback(() => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    const [isAtStart, isAtEnd] = [scrollLeft < 2, scrollLeft + clientWidth > scrollWidth - 2];
    setEnds((last) => (last.isAtStart === isAtStart && last.isAtEnd === isAtEnd ? last : { isAtStart, isAtEnd }));
  }, [row]);
  function scroll(direction: 1 | -1) {
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const left = direction * (row.current?.clientWidth ?? 0) * 0.8;
    row.current?.scrollBy({ left, behavior: isStill ? "auto" : "smooth" });
  }
  return { ...ends, updateEnds, scroll };
}

interface ArtworkStripProps {
  readonly title: string;
  /** `undefined` while loading; the strip reserves its space. */
  readonly cards: readonly ArtworkCard[] | undefined;
  /** False if all cards are of one artist. */
  readonly showsArtist?: boolean;
  /** Link to the full list, beside the title. */
  readonly link?: ReactNode;
}

/** A horizontally scrolling row of works of equal height; nothing without works. */
export function ArtworkStrip({ cards, ...about }: ArtworkStripProps) {
  const { title, showsArtist = true } = about;
  if (cards?.length === 0) return null;
  if (!cards) {
    return (
      <Section role="status" aria-label={`Loading: ${title}`}>
        <Title />
        <Skeleton
          height={{
            base: `${STRIP_HEIGHTS.narrow + getCaptionHeight(showsArtist)}px`,
            md: `${STRIP_HEIGHTS.wide + getCaptionHeight(showsArtist)}px`,
          }}
        />
      </Section>
    );
  }
  return <Strip {...about} cards={cards} />;
}

interface StripProps extends ArtworkStripProps {
  readonly cards: readonly ArtworkCard[];
}

function Strip({ title, cards, showsArtist = true, link }: StripProps) {
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const { isAtStart, isAtEnd, updateEnds, scroll } = useScrolling(row);
  const tiles = layoutStrip(cards);
  return (
    <Section aria-labelledby={id}>
      <Title>
        <Heading as="h2" size="lg" id={id} overflowWrap="anywhere">
          {title}
        </Heading>
        <Beside>
          {link}
          {/* Not needed by keyboard: focusing a card scrolls the row. */}
          {!(isAtStart && isAtEnd) && (
            <>
              <Button
                type="button"
                aria-label={`${title}: previous`}
                aria-disabled={isAtStart}
                onClick={() => isAtStart || scroll(-1)}
              >
                <ChevronLeft size={20} aria-hidden />
              </Button>
              <Button
                type="button"
                aria-label={`${title}: next`}
                aria-disabled={isAtEnd}
                onClick={() => isAtEnd || scroll(1)}
              >
                <ChevronRight size={20} aria-hidden />
              </Button>
            </>
          )}
        </Beside>
      </Title>
      <Row
        ref={row}
        aria-labelledby={id}
        style={{ "--caption-height": `${getCaptionHeight(showsArtist) / 16}rem` } as CSSProperties}
        onScroll={updateEnds}
        onKeyDown={followKey}
        onClick={(event) => rememberOpened(cards, event)}
      >
        {cards.map((card, at) => {
          const tile = tiles[at];
          return (
            tile && (
              <Cell key={card.artworkId} style={tile.style} data-first-from="never">
                <div>
                  <Suspense>
                    <ArtworkTile
                      card={card}
                      sizes={tile.sizes}
                      firstFrom={null}
                      ratio={tile.ratio}
                      showsArtist={showsArtist}
                      isStacked
                      collects={tile.isWide}
                    />
                  </Suspense>
                </div>
              </Cell>
            )
          );
        })}
      </Row>
    </Section>
  );
}
