/** The product's name: the only place where it stands. */
export const APP_NAME = "Ochre";

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
