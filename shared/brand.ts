/** The product's name: the only place where it stands. */
export const APP_NAME = "Ochre";

/** Where it takes donations and can be followed: like the name placeholders, which lead to no account of anyone's. */
export const ELSEWHERE = {
  donations: "https://opencollective.com/",
  social: {
    Instagram: "https://www.instagram.com/",
    Behance: "https://www.behance.net/",
    Mastodon: "https://mastodon.social/",
    YouTube: "https://www.youtube.com/",
  },
} as const;
