/** The product's name: the only place where it stands. */
export const APP_NAME = "Ochre";

/** The accent, from light to dark: the earth pigment that the product is named after. Site, mails, icon and API page have it. */
export const ACCENT = {
  100: "#fbeacb",
  200: "#f6d79f",
  300: "#efbf6c",
  400: "#e3a33d",
  500: "#cc8520",
  600: "#a56716",
  700: "#7c4d14",
  800: "#4a3013",
  900: "#2d1f10",
} as const;

/** Links for donations and social networks; like the name placeholders, which lead to nobody's account. */
export const EXTERNAL_LINKS = {
  donations: "https://opencollective.com/",
  social: {
    Instagram: "https://www.instagram.com/",
    Behance: "https://www.behance.net/",
    Mastodon: "https://mastodon.social/",
    YouTube: "https://www.youtube.com/",
  },
} as const;
