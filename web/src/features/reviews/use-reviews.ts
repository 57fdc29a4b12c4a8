import { readArtwork } from "#shared/contract/artwork.ts";
import { changeReview, deleteReview, listReviews, writeReview } from "#shared/contract/community.ts";
import type { Review } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";

/** An artwork's reviews and what its buyer can do. Each verb rejects when the API refused, having said so. */
export function useReviews(artworkId: ArtworkId) {
  const params = { artworkId };
  const pages = useReadPages(listReviews, { params });
  const invalidate = useInvalidate();
  useFreshPages(pages);

  /** Puts the caller's review in the place of the one before, or takes it away. */
  function show(own: Review | null) {
    const before = pages.first?.own?.reviewId;
    changes.done(
      effectOn(listReviews, params, (page, isFirst) => {
        const isShown = page.items.some(({ reviewId }) => reviewId === before);
        const others = page.items.filter(({ reviewId }) => reviewId !== before && reviewId !== own?.reviewId);
        const items = isShown && own ? page.items.map((item) => (item.reviewId === before ? own : item)) : others;
        return { ...page, own, items: isFirst && own && !before ? [own, ...others] : items };
      }),
    );
    void invalidate(readArtwork, params);
  }

  /** Another tab, or a refund, may have changed what is possible: what is shown then follows. */
  async function orReload<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      pages.reload();
      throw error;
    }
  }

  return {
    pages,
    /** The caller's review. */
    own: pages.first?.own ?? null,
    mayReview: pages.first?.mayReview ?? false,
    /** Writes the caller's review, or changes it. */
    async rate(reviewRating: number) {
      const route = pages.first?.own ? changeReview : writeReview;
      const call = send(route, { params, body: { reviewRating } }, { otherwise: "The review wasn't saved" });
      show(await orReload(call));
    },
    async remove() {
      await orReload(send(deleteReview, { params }, { otherwise: "The review wasn't removed" }));
      show(null);
    },
  };
}
