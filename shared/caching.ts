/** Cache lifetimes at the edge and in other shared caches, in seconds. */
export const CACHING = {
  /** Seconds to serve a copy as fresh, then while revalidating, then on errors. */
  page: { fresh: 60, whileRevalidating: 10 * 60, ifError: 24 * 60 * 60 },
  /** Polled by every open page of an artwork. */
  commentChanges: { fresh: 3 },
  /** Something may be published there at any moment. */
  missingPage: { fresh: 10 },
  /** Embeds of an artwork on other sites; withdrawn previews disappear sooner. */
  embed: { fresh: 60 * 60 },
  sitemap: { fresh: 60 * 60, whileRevalidating: 24 * 60 * 60, ifError: 24 * 60 * 60 },
} as const;
