import { chakra, IconButton } from "@chakra-ui/react";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useRef, useState } from "react";
import {
  addToCollection,
  moveInCollection,
  readCollection,
  removeFromCollection,
} from "#shared/contract/collections.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import type { CollectionId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import type { Pages } from "#web/api/use-read.ts";
import { Picture } from "#web/ui/picture/picture.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useInvalidateCollections } from "./use-invalidate-collections.ts";

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "auto 4rem minmax(0, 1fr)", sm: "auto 4rem minmax(0, 1fr) auto" },
    // On phones the buttons are below the title, to give it room.
    "& > :last-child": { gridColumn: { base: "3", sm: "auto" } },
    "& > :first-of-type, & > :nth-child(2)": { gridRow: { base: "span 2", sm: "auto" } },
    alignItems: "center",
    gap: "3",
    padding: "2",
    borderRadius: "l2",
    borderWidth: "1px",
    borderColor: "border",
    background: "bg.panel",
    "&[data-dragged]": { opacity: 0.4 },
    "&[data-target]": { borderColor: "accent.solid" },
  },
});

const Handle = chakra("button", {
  base: {
    display: "grid",
    placeItems: "center",
    width: "11",
    height: "11",
    borderRadius: "l1",
    color: "fg.muted",
    cursor: "grab",
    focusVisibleRing: "inside",
  },
});

/** The list with one artwork moved. */
const moveItem = (items: readonly ArtworkCard[], from: number, to: number) => {
  const [item] = items.slice(from, from + 1);
  return item ? items.toSpliced(from, 1).toSpliced(to, 0, item) : items;
};

interface ArrangeListProps {
  readonly collectionId: CollectionId;
  readonly pages: Pages<ArtworkCard>;
}

/** The collection's artwork as rows to reorder by drag, buttons or arrow keys, and to remove; each change is saved immediately. */
export default function ArrangeList({ collectionId, pages }: ArrangeListProps) {
  const changed = useInvalidateCollections();
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const { items } = pages;

  /** Replaces the loaded pages' artwork, all of it on the first page. */
  const addOrderChange = (shown: readonly ArtworkCard[]) =>
    changes.add(
      effectOn(readCollection, { collectionId }, (page, isFirst) => ({ ...page, items: isFirst ? [...shown] : [] })),
    );

  async function write(shown: readonly ArtworkCard[], call: () => Promise<unknown>) {
    const change = addOrderChange(shown);
    try {
      await call();
      change.confirm();
      await changed(collectionId);
      return true;
    } catch (error) {
      change.drop();
      if (!(error instanceof ApiError)) throw error;
      return false;
    }
  }

  async function move(from: number, to: number) {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    const shown = moveItem(items, from, to);
    setSaid(`${item.artworkTitle} is now number ${to + 1} of ${items.length}`);
    const params = { collectionId, artworkId: item.artworkId };
    const after = shown[to - 1]?.artworkId ?? null;
    await write(shown, () =>
      send(
        moveInCollection,
        { params, body: { after } },
        { keep: ["after"], errorMessage: "The artwork wasn't moved" },
      ),
    );
  }

  async function remove(at: number) {
    const item = items[at];
    if (!item) return;
    const params = { collectionId, artworkId: item.artworkId };
    const others = items.toSpliced(at, 1);
    const after = items[at - 1]?.artworkId ?? null;
    const call = () => send(removeFromCollection, { params }, { errorMessage: "The artwork wasn't removed" });
    if (!(await write(others, call))) return;
    list.current?.focus();
    toast.success(`${item.artworkTitle} was removed from the collection`, {
      label: "Undo",
      run: () =>
        void write(items, () =>
          send(
            addToCollection,
            { params, body: { after } },
            { keep: ["after"], errorMessage: "The artwork wasn't put back" },
          ),
        ),
    });
  }

  function onKeyDown(event: KeyboardEvent, at: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    void move(at, at + step);
  }

  return (
    <>
      <chakra.p role="status" srOnly>
        {said}
      </chakra.p>
      <chakra.ul
        ref={list}
        tabIndex={-1}
        listStyle="none"
        display="grid"
        gap="2"
        outline="none"
        aria-label="Arrange the collection"
      >
        {items.map((card, at) => (
          <Row
            key={card.artworkId}
            data-dragged={dragged === at ? "" : undefined}
            data-target={dragged !== null && target === at ? "" : undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setTarget(at);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) void move(dragged, at);
            }}
          >
            <Handle
              type="button"
              draggable
              aria-label={`Move ${card.artworkTitle} with the arrow keys`}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => {
                setDragged(null);
                setTarget(null);
              }}
              onKeyDown={(event) => onKeyDown(event, at)}
            >
              <GripVertical size={20} aria-hidden />
            </Handle>
            <chakra.div borderRadius="l1" overflow="hidden">
              <Picture picture={card} alt={card.artworkAlt} sizes="4rem" ratio={1} />
            </chakra.div>
            <chakra.span lineClamp="2" title={card.artworkTitle}>
              {card.artworkTitle}
            </chakra.span>
            <chakra.span display="flex">
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Move ${card.artworkTitle} up`}
                disabled={at === 0}
                onClick={() => void move(at, at - 1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Move ${card.artworkTitle} down`}
                disabled={at === items.length - 1}
                onClick={() => void move(at, at + 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Remove ${card.artworkTitle} from the collection`}
                onClick={() => void remove(at)}
              >
                <X aria-hidden />
              </IconButton>
            </chakra.span>
          </Row>
        ))}
      </chakra.ul>
      <ShowMore pages={pages} noun="artworks" />
    </>
  );
}
