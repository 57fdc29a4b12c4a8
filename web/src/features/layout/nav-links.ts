import { ELSEWHERE } from "#shared/brand.ts";
import { pageAt } from "#web/page-at.ts";
import { useFeatures } from "#web/session/features.ts";

/** A link of header, footer or menu; one to a page that the stage doesn't have isn't shown. */
export interface Place {
  readonly label: string;
  /** A path of the site, or an address elsewhere. */
  readonly to: string;
}

export interface NavLinkGroup {
  readonly title: string;
  readonly places: readonly Place[];
}

/** The footer's group that also holds the help button. */
export const HELP_GROUP = "Support";

export const FOOTER_GROUPS: readonly NavLinkGroup[] = [
  {
    title: "About",
    places: [
      { label: "Home", to: "/" },
      { label: "About", to: "/about" },
      { label: "How it works", to: "/how_it_works" },
    ],
  },
  {
    title: "Community",
    places: [
      { label: "Selling", to: "/start_selling" },
      { label: "Buying", to: "/start_buying" },
      { label: "License information", to: "/license_information" },
    ],
  },
  {
    title: HELP_GROUP,
    places: [
      { label: "FAQ", to: "/faq" },
      { label: "Contact us", to: "mailto:info@" },
      { label: "Donate", to: ELSEWHERE.donations },
    ],
  },
  {
    title: "Connect",
    places: Object.entries(ELSEWHERE.social).map(([label, to]) => ({ label, to })),
  },
];

export const LEGAL: readonly Place[] = [
  { label: "Privacy Policy", to: "/privacy_policy" },
  { label: "Terms of Service", to: "/terms_of_service" },
];

export const isOnSite = ({ to }: Place) => to.startsWith("/");

/** Tells whether a place can be gone to on this stage. */
export function useHasPlace(): (place: Place) => boolean {
  const features = useFeatures();
  return (place) => !isOnSite(place) || pageAt(place.to, features) !== undefined;
}
