import { chakra, IconButton } from "@chakra-ui/react";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";
import { Picture, type PictureFacts } from "./picture/picture.tsx";

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

const Actions = chakra("span", { base: { display: "flex", flexWrap: "wrap" } });

export interface ArrangedItem {
  readonly id: string;
  readonly title: string;
  /** Absent if it can't be shown. */
  readonly picture?: PictureFacts | undefined;
  /** Shown below the title. */
  readonly note?: ReactNode;
  /** Buttons before those that move and remove the item. */
  readonly actions?: ReactNode;
}

interface ArrangeRowsProps {
  readonly label: string;
  readonly items: readonly ArrangedItem[];
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (at: number) => void;
  /** The list, which can be focused once an item with the focus is gone. */
  readonly list?: RefObject<HTMLUListElement | null>;
}

/** The items with one of them moved. */
export const moveItem = <Item,>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const moved = items.slice(from, from + 1);
  return moved.length > 0 ? items.toSpliced(from, 1).toSpliced(to, 0, ...moved) : items;
};

/** Items as rows to reorder by drag, buttons or arrow keys, and to remove. */
export function ArrangeRows({ label, items, onMove, onRemove, list }: ArrangeRowsProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState("");

  function move(from: number, to: number) {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    setSaid(`${item.title} is now number ${to + 1} of ${items.length}`);
    onMove(from, to);
  }

  function onKeyDown(event: KeyboardEvent, at: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(at, at + step);
  }

  return (
    <>
      <chakra.p role="status" srOnly>
        {said}
      </chakra.p>
      <chakra.ul ref={list} tabIndex={-1} listStyle="none" display="grid" gap="2" outline="none" aria-label={label}>
        {items.map(({ id, title, picture, note, actions }, at) => (
          <Row
            key={id}
            data-dragged={dragged === at ? "" : undefined}
            data-target={dragged !== null && target === at ? "" : undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setTarget(at);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, at);
            }}
          >
            <Handle
              type="button"
              draggable
              aria-label={`Move ${title} with the arrow keys`}
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
              {picture && <Picture picture={picture} alt={picture.artworkAlt ?? ""} sizes="4rem" ratio={1} />}
            </chakra.div>
            <chakra.span minWidth="0">
              <chakra.span lineClamp="2" title={title}>
                {title}
              </chakra.span>
              {note}
            </chakra.span>
            <Actions>
              {actions}
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Move ${title} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Move ${title} down`}
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Remove ${title}`}
                onClick={() => onRemove(at)}
              >
                <X aria-hidden />
              </IconButton>
            </Actions>
          </Row>
        ))}
      </chakra.ul>
    </>
  );
}
