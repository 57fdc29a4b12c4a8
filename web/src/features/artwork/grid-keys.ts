/** Pixels that an arrow key scrolls where there is no card further up or down. */
const LINE = 40;

const getCenter = ({ left, width }: DOMRect) => left + width / 2;

/** Rows as they stand on the screen now. */
function groupRows(cards: readonly HTMLElement[]): HTMLElement[][] {
  const rows: HTMLElement[][] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    if (Math.abs(box.top - top) < 1) rows.at(-1)?.push(card);
    else rows.push([card]);
    top = box.top;
  }
  return rows;
}

/** The card of a row that stands nearest below or above another. */
function nearest(row: readonly HTMLElement[], to: HTMLElement): HTMLElement | undefined {
  const at = getCenter(to.getBoundingClientRect());
  const away = (card: HTMLElement) => Math.abs(getCenter(card.getBoundingClientRect()) - at);
  return row.toSorted((a, b) => away(a) - away(b))[0];
}

function findTarget(cards: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const index = cards.indexOf(from);
  if (key === "ArrowLeft") return cards[index - 1];
  if (key === "ArrowRight") return cards[index + 1];
  const rows = groupRows(cards);
  const row = rows.findIndex((one) => one.includes(from));
  if (key === "Home") return rows[row]?.[0];
  if (key === "End") return rows[row]?.at(-1);
  return nearest(rows[row + (key === "ArrowUp" ? -1 : 1)] ?? [], from);
}

/** The link to a card's artwork; the first one that the keyboard reaches. */
const findLink = (card: HTMLElement) => card.querySelector<HTMLElement>("a[href]:not([tabindex='-1'])");

/** Moves from the card that holds `target` as a key says, or presses its heart; `list` is the element around the cards. */
export function pressInGrid(list: Element, target: Element, key: string) {
  const cards = [...list.children].filter((child) => child instanceof HTMLElement);
  const from = cards.find((card) => card.contains(target));
  if (!from) return;
  if (key === "f") {
    from.querySelector<HTMLElement>("button[aria-pressed]")?.click();
    return;
  }
  const card = findTarget(cards, from, key);
  const link = card && findLink(card);
  if (link) link.focus();
  else if (key === "ArrowUp" || key === "ArrowDown") window.scrollBy({ top: key === "ArrowUp" ? -LINE : LINE });
}
