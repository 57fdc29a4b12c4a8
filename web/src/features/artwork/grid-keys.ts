/** Pixels that an arrow key scrolls if there is no card above or below. */
const LINE = 40;

const getCenter = ({ left, width }: DOMRect) => left + width / 2;

/** Groups cards by their current rows on the screen. */
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

/** The card of a row that is horizontally nearest to another card. */
function nearest(row: readonly HTMLElement[], to: HTMLElement): HTMLElement | undefined {
  const at = getCenter(to.getBoundingClientRect());
  const getDistance = (card: HTMLElement) => Math.abs(getCenter(card.getBoundingClientRect()) - at);
  return row.toSorted((a, b) => getDistance(a) - getDistance(b))[0];
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

/** The link to a card's artwork: its first focusable one. */
const findLink = (card: HTMLElement) => card.querySelector<HTMLElement>("a[href]:not([tabindex='-1'])");

/** Moves the focus from the card that contains `target`, or clicks its heart; `list` is the cards' parent. */
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
