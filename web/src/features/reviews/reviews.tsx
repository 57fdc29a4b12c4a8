import { chakra, Flex, Heading, Skeleton, Text } from "@chakra-ui/react";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import type { Review } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { PersonName } from "#web/ui/name-link.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { OwnReview } from "./own-review.tsx";
import { Stars } from "./stars.tsx";
import { useReviews } from "./use-reviews.ts";

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

function Item({ review: { author, reviewRating, created, edited } }: { readonly review: Review }) {
  return (
    <chakra.li display="flex" gap="3.5" alignItems="center">
      <Avatar src={author.avatar} name={author.name ?? ""} size="2.5rem" />
      <chakra.div minW="0" display="grid" gap="0.5">
        <Flex columnGap="2.5" wrap="wrap" textStyle="sm">
          <PersonName person={author} />
          <chakra.span color="fg.muted">
            <RelativeTime of={created} />
            {edited && " · edited"}
          </chakra.span>
        </Flex>
        <Stars rating={reviewRating} size={16} />
      </chakra.div>
    </chakra.li>
  );
}

interface ReviewsProps {
  readonly artworkId: ArtworkId;
  readonly rating: ArtworkDetail["artwork"]["rating"];
}

/** What buyers think of an artwork: the average, then each of them; and for a buyer, the way to say so. */
export function Reviews({ artworkId, rating: { average, count } }: ReviewsProps) {
  const { pages, own, mayReview, rate, remove } = useReviews(artworkId);
  const { items, isLoading, error } = pages;
  const isEmpty = !items.length && !isLoading && !error;
  return (
    <chakra.section aria-labelledby="reviews" minW="0">
      <Heading as="h2" id="reviews" mb="5">
        Reviews
      </Heading>
      {average !== null && <Average average={average} count={count} />}
      {(mayReview || own) && <OwnReview own={own} mayReview={mayReview} onRate={rate} onRemove={remove} />}
      {!items.length && isLoading && <Skeleton height="12" role="status" aria-label="Loading reviews" />}
      {isEmpty && (
        <Text color="fg.muted">
          {mayReview
            ? "Nobody has rated it yet. Be the first."
            : "No reviews yet. Whoever has a license to it can rate it."}
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
