import { MESSAGES } from "#shared/messages.ts";
import type { DiscountCode, DiscountCodeForm } from "#shared/model/discount-code.ts";
import { ArtworkId, DiscountId } from "#shared/model/ids.ts";
import { fail } from "../../../platform/runtime/failure.ts";
import { epochSeconds, toIso } from "../../../platform/runtime/time.ts";
import { getTitle } from "../../artwork/cards.ts";
import type { findCards } from "../../artwork/find-cards.ts";
import { type DiscountItem, getDiscountState, type NewDiscount } from "./discount.ts";

const DAY_SECONDS = 24 * 60 * 60;

type Cards = Awaited<ReturnType<typeof findCards>>;

/** A code as its owner sees it; `cards` are the artworks that it is limited to. */
export const toCodeView = (discount: Omit<DiscountItem, "sk">, cards: Cards, now: Date): DiscountCode => ({
  discountId: DiscountId.parse(discount.discountId),
  discountCode: discount.code,
  discountPercent: discount.percent,
  state: getDiscountState(discount, now),
  from: toIso(discount.from),
  until: discount.until === undefined ? null : toIso(discount.until),
  discountTotal: discount.total ?? null,
  used: discount.used,
  discountArtwork: discount.artworkIds?.map((artworkId) => toChosen(artworkId, cards)) ?? null,
});

function toChosen(artworkId: string, cards: Cards) {
  const card = cards.get(artworkId);
  return { artworkId: ArtworkId.parse(artworkId), artworkTitle: card && !card.deletedAt ? getTitle(card) : null };
}

/** The discount of a form, usable once by each buyer; a refusal if its last day is over. */
export function toNewDiscount(form: Omit<DiscountCodeForm, "discountArtwork">, discountId: string, now: Date) {
  const { discountCode, discountPercent, discountFrom, discountUntil, discountTotal } = form;
  const at = epochSeconds(now);
  const until = discountUntil ? Date.parse(discountUntil) / 1000 + DAY_SECONDS : undefined;
  if (until !== undefined && until <= at) {
    return fail("invalid_request", { fields: { discountUntil: MESSAGES.discountOver } });
  }
  return {
    discountId,
    code: discountCode,
    percent: discountPercent,
    from: discountFrom ? Date.parse(discountFrom) / 1000 : at,
    until,
    total: discountTotal ?? undefined,
    perUser: 1,
  } satisfies NewDiscount;
}
