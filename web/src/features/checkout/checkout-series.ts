import { useSearchParams } from "react-router-dom";
import { ArtworkId, CollectionId } from "#shared/model/ids.ts";
import type { LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

/** Most works of a series, so that its URL fits every browser and payment method. */
export const MAX_IN_SERIES = 20;

/** Works of a collection that are bought one after the other. The URL names them all, so that a reload loses nothing. */
export interface CheckoutSeries {
  readonly collectionId: CollectionId;
  /** The place of the present work, from 0, among this many. */
  readonly at: number;
  readonly count: number;
  /** Path of the next work's checkout, or of the collection after the last. */
  readonly buildNext: (usage?: LicenseUsage) => string;
}

interface SeriesTerms {
  readonly collectionId: CollectionId;
  readonly works: readonly ArtworkId[];
  readonly licenseType: LicenseType | null;
}

/** Path of the checkout of one of the works. */
export function buildSeriesPath({ collectionId, works, licenseType }: SeriesTerms, at: number, usage?: LicenseUsage) {
  const query = new URLSearchParams({
    ...(licenseType ? { type: licenseType } : {}),
    ...(usage ? { usage } : {}),
    collection: collectionId,
  });
  return `/checkout/${works[at]}?${query}&works=${works.join(",")}`;
}

/** The series in the URL; null for the checkout of a single work. */
export function useCheckoutSeries(artworkId: ArtworkId): CheckoutSeries | null {
  const [search] = useSearchParams();
  const collection = CollectionId.safeParse(search.get("collection"));
  const named = (search.get("works") ?? "").split(",").flatMap((id) => ArtworkId.safeParse(id).data ?? []);
  const works = [...new Set(named)].slice(0, MAX_IN_SERIES);
  const at = works.indexOf(artworkId);
  if (!collection.success || at < 0) return null;
  const terms = { collectionId: collection.data, works, licenseType: search.get("type") as LicenseType | null };
  const buildNext = (usage?: LicenseUsage) =>
    at + 1 < works.length ? buildSeriesPath(terms, at + 1, usage) : `/collection/${terms.collectionId}`;
  return { collectionId: terms.collectionId, at, count: works.length, buildNext };
}
