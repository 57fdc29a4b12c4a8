import { readLinkedDiscount } from "#shared/contract/orders.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LinkedDiscount } from "#shared/model/discount-code.ts";
import type { Breakdown } from "#shared/model/order.ts";
import { computeSale, lowersPrice, toBreakdown } from "#shared/rules/fees.ts";
import { useRead } from "#web/api/use-read.ts";
import { centsLabel } from "#web/ui/labels.ts";
import type { LinkedCode } from "./linked-code.ts";

/** One request for all cards and pages of an artist. */
const ONCE = {
  inPlace: ["discount_not_found", "too_many_requests"],
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
} as const;

/** Reads the code of a link: undefined while loading and after a failure, null if the artist has no such code. */
export function useLinkedDiscount(artist: string | null, linked: LinkedCode | null): LinkedDiscount | null | undefined {
  const query = artist && linked ? { username: artist, discountCode: linked.code } : null;
  const { data, error } = useRead(readLinkedDiscount, query && { query }, ONCE);
  return error?.code === "discount_not_found" ? null : data;
}

const toCode = ({ discountPercent, isSellers }: LinkedDiscount) => ({ percent: discountPercent, isSellers });

export interface PricedWork {
  readonly artworkId: string;
  /** In cents. */
  readonly licensePrice: number;
}

const isFor = ({ artworkIds }: LinkedDiscount, artworkId: string) =>
  artworkIds === null || artworkIds.some((one) => one === artworkId);

/** The buyer's amounts of a licence with the discount, in cents; undefined if it takes nothing off. */
export function findReduced(
  discount: LinkedDiscount | null | undefined,
  { artworkId, licensePrice }: PricedWork,
): Breakdown | undefined {
  if (discount?.state !== "active" || !isFor(discount, artworkId)) return undefined;
  const code = toCode(discount);
  return lowersPrice(licensePrice, code) ? toBreakdown(computeSale(licensePrice, code)) : undefined;
}

const STATES = {
  scheduled: "isn't valid yet",
  usedUp: "has been used up",
  ended: "has ended",
  used: "is one you have already used",
} as const satisfies Record<Exclude<LinkedDiscount["state"], "active">, string>;

/** Completes "The discount code X …" with why it takes nothing off; undefined if it does, or may on an artist's page. */
export function findProblem(discount: LinkedDiscount | null, work: PricedWork | null): string | undefined {
  if (!discount) return "isn't one of this artist's";
  if (discount.state !== "active") return STATES[discount.state];
  if (!work) return undefined;
  if (!isFor(discount, work.artworkId)) return "is for other works by this artist";
  const lowest = centsLabel(LIMITS.price.min * 100);
  return findReduced(discount, work) ? undefined : `takes nothing off: no license costs less than ${lowest}`;
}
