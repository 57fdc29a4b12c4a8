/** A page as the contract answers it: the cursor is the last item's id, and a full page promises more. */
export const pageOf = <Item, Shown>(
  items: readonly Item[],
  limit: number,
  idOf: (item: Item) => string,
  show: (item: Item) => Shown,
) => {
  const last = items.at(-1);
  return { items: items.map(show), cursor: last === undefined ? null : idOf(last), hasMore: items.length === limit };
};
