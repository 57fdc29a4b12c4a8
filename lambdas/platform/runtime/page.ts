import { mapReadable } from "../table/unreadable.ts";

/**
 * A page as the API returns it: the cursor is the last item's id, and `hasMore` is true for a full page. Malformed items are
 * left out.
 */
export const toPage = <Item, Shown>(
  items: readonly Item[],
  limit: number,
  getId: (item: Item) => string,
  show: (item: Item) => Shown,
) => {
  const last = items.at(-1);
  const shown = mapReadable(
    items.map((item) => ({ pk: getId(item), item })),
    ({ item }) => show(item),
  );
  return { items: shown, cursor: last === undefined ? null : getId(last), hasMore: items.length === limit };
};
