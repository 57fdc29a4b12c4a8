import { formatLicense } from "../certificate/words.ts";
import { DISPLAY } from "../display.ts";
import { formatDate, formatPrice } from "../format.ts";
import type { Agreement } from "../license-terms.ts";
import { LIMITS } from "../limits.ts";
import type { LicenseUsage } from "./license-holder.ts";
import type { LicenseType } from "./license-options.ts";
import { shorten } from "./visible-text.ts";

export const OFFER_STATUSES = ["open", "withdrawn", "expired", "bought"] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** Stored states; an offer expires by time alone. */
export const OFFER_STATES = ["open", "withdrawn", "bought"] as const;

interface DatedOffer {
  readonly state: (typeof OFFER_STATES)[number];
  /** Epoch seconds. */
  readonly until: number;
  /** The order whose payment is open; it keeps the offer open. */
  readonly pending?: string | undefined;
}

/** `isEnded`: a work was deleted or taken down, or the two sides can't trade. */
export function getOfferStatus({ state, until, pending }: DatedOffer, now: Date, isEnded = false): OfferStatus {
  if (state !== "open" || pending !== undefined) return state;
  if (isEnded) return "withdrawn";
  return until * 1000 <= now.getTime() ? "expired" : "open";
}

interface SummarizedItem {
  readonly title: string;
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  /** Cents. */
  readonly price: number;
}

/** An offer as text, a line for each licence, for lists, mails and clients that show no offers. */
export const formatOffer = (items: readonly SummarizedItem[], { licenseTerms, licenseExclusive }: Agreement) =>
  [
    ...items.map((item) => `${formatLicense(item)} to “${item.title}”, ${formatPrice(item.price / 100)}`),
    ...(licenseExclusive ? ["Exclusive"] : []),
    ...(licenseTerms ? [licenseTerms] : []),
  ].join("\n");

/** A title, in quotation marks or without, and how many works more, such as Dunes and 2 more works. */
export const addWorks = (title: string, more = 0) =>
  more > 0 ? `${title} and ${more} more ${more === 1 ? "work" : "works"}` : title;

/** Such as “Dunes” and 2 more works. */
export const formatWorks = (title: string, more: number, max: number = LIMITS.artworkTitle.max) =>
  addWorks(`“${shorten(title, max)}”`, more);

interface RequestedOffer {
  readonly requestUsage: string;
  readonly requestPlace?: string | undefined;
  readonly requestDuration?: string | undefined;
  readonly requestCirculation?: string | undefined;
  /** Whole dollars. */
  readonly requestBudget?: number | null | undefined;
  readonly requestDeadline?: string | null | undefined;
  readonly requestDetails?: string | undefined;
}

/** A buyer's request as text, a line for each fact that it names. */
export const formatOfferRequest = (title: string, form: RequestedOffer) =>
  [
    ["Price for", `“${title}”`],
    ["Usage", form.requestUsage],
    ["Where", form.requestPlace],
    ["How long", form.requestDuration],
    ["Circulation", form.requestCirculation],
    ["Budget", form.requestBudget ? formatPrice(form.requestBudget) : undefined],
    ["Needed by", form.requestDeadline ? formatDate(form.requestDeadline, DISPLAY.dayFormat, "UTC") : undefined],
  ]
    .flatMap(([label, fact]) => (fact ? [`${label}: ${fact}`] : []))
    .concat(form.requestDetails || [])
    .join("\n");
