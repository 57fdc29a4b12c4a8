import { useRef } from "react";
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
import { ArrangeRows, moveItem } from "#web/ui/arrange-rows.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useInvalidateCollections } from "./use-invalidate-collections.ts";

interface ArrangeListProps {
  readonly collectionId: CollectionId;
  readonly pages: Pages<ArtworkCard>;
}

/** The collection's artwork as rows to reorder by drag, buttons or arrow keys, and to remove; each change is saved immediately. */
export default function ArrangeList({ collectionId, pages }: ArrangeListProps) {
  const changed = useInvalidateCollections();
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
    if (!item) return;
    const shown = moveItem(items, from, to);
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

  return (
    <>
      <ArrangeRows
        label="Arrange the collection"
        list={list}
        items={items.map((card) => ({ id: card.artworkId, title: card.artworkTitle, picture: card }))}
        onMove={(from, to) => void move(from, to)}
        onRemove={(at) => void remove(at)}
      />
      <ShowMore pages={pages} noun="artworks" />
    </>
  );
}
