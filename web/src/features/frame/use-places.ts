import { matchPage } from "#web/match-page.ts";
import { useFeatures } from "#web/session/features.ts";
import { isOnSite, type Place } from "./links.ts";

/** Tells whether a place can be gone to on this stage. */
export function useHasPlace(): (place: Place) => boolean {
  const features = useFeatures();
  return (place) => !isOnSite(place) || matchPage(place.to, features) !== undefined;
}
