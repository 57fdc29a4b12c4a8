import { EXTERNAL_LINKS } from "#shared/brand.ts";
import { hasPage, pages } from "#shared/pages.ts";
import { useFeatures } from "#web/session/features.ts";

/** A link of header, footer or menu; hidden if the stage lacks its page. */
export interface NavLink {
  readonly label: string;
  /** A path of the site, or an external URL. */
  readonly to: string;
}

export interface NavLinkGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
}

/** The footer's group that also holds the help button. */
export const HELP_GROUP = "Support";

export const FOOTER_GROUPS: readonly NavLinkGroup[] = [
  {
    title: "About",
    links: [
      { label: "Home", to: "/" },
      { label: "About", to: "/about" },
      { label: "How it works", to: "/how_it_works" },
    ],
  },
  {
    title: "Community",
    links: [
      { label: "Selling", to: "/start_selling" },
      { label: "Buying", to: "/start_buying" },
      { label: "License information", to: "/license_information" },
    ],
  },
  {
    title: HELP_GROUP,
    links: [
      { label: "FAQ", to: "/faq" },
      { label: "Contact us", to: "mailto:info@" },
      { label: "Donate", to: EXTERNAL_LINKS.donations },
    ],
  },
  {
    title: "Connect",
    links: Object.entries(EXTERNAL_LINKS.social).map(([label, to]) => ({ label, to })),
  },
];

export const LEGAL: readonly NavLink[] = [
  { label: "Privacy Policy", to: "/privacy_policy" },
  { label: "Terms of Service", to: "/terms_of_service" },
];

export const isOnSite = ({ to }: NavLink) => to.startsWith("/");

/** `isAvailable` is false for pages that this stage lacks; external links are always available. */
export function useNavLinks(): { readonly isAvailable: (link: NavLink) => boolean } {
  const features = useFeatures();
  return {
    isAvailable({ to }) {
      const page = pages.find(({ path }) => path === to);
      return !page || hasPage(features, page);
    },
  };
}
