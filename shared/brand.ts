/** The product's name, stated nowhere else. */
export const APP_NAME = "Ochre";

/** The accent colour from light to dark, after the earth pigment; used by site, mails, icon and API page. */
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

/** Links for donations and social networks; placeholders, like the name. */
export const EXTERNAL_LINKS = {
  donations: "https://opencollective.com/",
  social: {
    Instagram: "https://www.instagram.com/",
    Behance: "https://www.behance.net/",
    Mastodon: "https://mastodon.social/",
    YouTube: "https://www.youtube.com/",
  },
} as const;
