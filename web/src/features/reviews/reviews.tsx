import { Box, chakra, Flex, Heading, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { readArtwork } from "#shared/contract/artwork.ts";
import { changeReview, deleteReview, listReviews, writeReview } from "#shared/contract/community.ts";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import type { Review } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { WrittenTime } from "#web/ui/date-time.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { Stars } from "./stars.tsx";

/** Loaded for buyers only. */
const OwnReview = lazyPart(() => import("./own-review.tsx"));

/** An artwork's reviews and a buyer's mutations, which reject after showing a toast. */
function useReviews(artworkId: ArtworkId) {
  const params = { artworkId };
  const pages = useReadPages(listReviews, { params });
  const invalidate = useInvalidate();
  useFreshPages(pages);

  /** Replaces or removes the caller's review in the cached pages. */
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

  /** Reloads after a failure, because another tab or a refund may have changed the permissions. */
  async function reloadOnFailure<T>(attempt: Promise<T>): Promise<T> {
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
    /** Creates or changes the caller's review. */
    async rate(reviewRating: number, reviewContent: string) {
      const route = pages.first?.own ? changeReview : writeReview;
      const body = { reviewRating, reviewContent };
      const call = send(
        route,
        { params, body },
        {
          ...(pages.first?.own ? { keep: ["reviewContent"] } : {}),
          errorMessage: "The review couldn't be saved",
        },
      );
      show(await reloadOnFailure(call));
    },
    async remove() {
      await reloadOnFailure(send(deleteReview, { params }, { errorMessage: "The review couldn't be removed" }));
      show(null);
    },
  };
}

function Average({ average, count }: { readonly average: number; readonly count: number }) {
  return (
    <Flex align="center" columnGap="4" rowGap="1" wrap="wrap" mb="6">
      <chakra.span fontFamily="heading" fontWeight="bold" textStyle="page" fontVariantNumeric="tabular-nums">
        {average.toFixed(1)}
      </chakra.span>
      <chakra.span display="grid" gap="0.5" textStyle="sm" color="fg.muted">
        <Stars rating={average} size={22} />
        {countLabel(count, "review")}
      </chakra.span>
    </Flex>
  );
}

function Item({ review: { author, reviewRating, reviewContent, created, edited } }: { readonly review: Review }) {
  return (
    <chakra.li display="flex" gap="3.5" alignItems={reviewContent ? "flex-start" : "center"}>
      <PersonAvatar person={author} size="2.5rem" />
      <chakra.div minW="0" display="grid" gap="0.5">
        <Flex columnGap="2.5" wrap="wrap" textStyle="sm">
          <PersonName person={author} showsHandle />
          <WrittenTime created={created} edited={edited} />
        </Flex>
        <Stars rating={reviewRating} size={16} />
        {reviewContent && (
          <chakra.p mt="1" whiteSpace="pre-line" overflowWrap="anywhere">
            {reviewContent}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.li>
  );
}

/** Reloads the list if the artwork's number of reviews differs from it. */
function useReviewsReload(count: number, { items, hasMore, reload }: ReturnType<typeof useReviews>["pages"]) {
  const counted = useRef(count);
  const now = useRef({ isBehind: false, reload });
  now.current = { isBehind: !hasMore && items.length !== count, reload };
  useEffect(() => {
    if (counted.current === count) return;
    counted.current = count;
    if (now.current.isBehind) now.current.reload();
  }, [count]);
}

interface ReviewsProps {
  readonly artworkId: ArtworkId;
  readonly rating: ArtworkDetail["artwork"]["rating"];
}

/** An artwork's average rating and reviews, and a buyer's own review. */
export function Reviews({ artworkId, rating: { average, count } }: ReviewsProps) {
  const { pages, own, mayReview, rate, remove } = useReviews(artworkId);
  const { items, isLoading, error } = pages;
  useReviewsReload(count, pages);
  const isEmpty = !items.length && !isLoading && !error;
  const section = useRef<HTMLElement>(null);
  const isAskedFor = useLocation().hash === "#reviews" && pages.first !== undefined;
  useEffect(() => {
    if (isAskedFor) section.current?.scrollIntoView?.({ block: "center" });
  }, [isAskedFor]);
  return (
    <chakra.section ref={section} aria-labelledby="reviews" minW="0">
      <Heading as="h2" id="reviews" mb="5">
        Reviews
      </Heading>
      {average !== null && <Average average={average} count={count} />}
      {(mayReview || own) && <OwnReview artworkId={artworkId} own={own} onRate={rate} onRemove={remove} />}
      {!items.length && isLoading && (
        <Box role="status" aria-label="Loading reviews" display="grid" gap="5">
          <SkeletonBlocks count={2} />
        </Box>
      )}
      {isEmpty && (
        <Text color="fg.muted">
          {mayReview ? "No reviews yet. Be the first." : "No reviews yet. License holders can rate this artwork."}
        </Text>
      )}
      <chakra.ul listStyle="none" display="grid" gap="5" aria-label="Reviews">
        {items.map((review) => (
          <Item key={review.reviewId} review={review} />
        ))}
      </chakra.ul>
      <ShowMore pages={pages} noun="reviews" />
    </chakra.section>
  );
}
