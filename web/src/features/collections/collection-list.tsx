import { chakra, Heading } from "@chakra-ui/react";
import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { listCollections, listSharedCollections } from "#shared/contract/collections.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import type { CollectionCard } from "#shared/model/collection.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonBlocks, SkeletonColumns } from "#web/ui/skeletons.tsx";
import { collectionPath } from "./collection-path.ts";

const Grid = chakra("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 17rem), 1fr))",
    gap: { base: "7", md: "8" },
    listStyle: "none",
    paddingBottom: "12",
  },
});

/** One large picture with others beside it. */
const Covers = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "2fr 1fr",
    gridTemplateRows: "1fr 1fr",
    gap: "1",
    aspectRatio: "3 / 2",
    overflow: "hidden",
    borderRadius: "l3",
    background: "bg.muted",
    "& > :first-of-type": { gridRow: "1 / -1" },
    "& > :only-child": { gridColumn: "1 / -1" },
  },
});

const CardLink = chakra(Link, {
  base: {
    overflowWrap: "anywhere",
    fontWeight: "semibold",
    outline: "none",
    _after: { content: '""', position: "absolute", inset: "0", borderRadius: "l3" },
    "&:focus-visible::after": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "4px" },
  },
});

/** A picture cropped to its cell, so that rows of collections align. */
const Cell = chakra("div", {
  base: {
    minWidth: "0",
    minHeight: "0",
    overflow: "hidden",
    "&& > div": { height: "full" },
    "&& img": { objectFit: "cover" },
  },
});

function Card({
  card: { collectionId, collectionTitle, collectionVisibility, count, covers, owner },
  showsOwner = false,
}: {
  readonly card: CollectionCard;
  readonly showsOwner?: boolean;
}) {
  return (
    <chakra.article position="relative" display="grid" gap="2.5">
      <Covers aria-hidden>
        {covers.map((cover) => (
          <Cell key={cover.artworkId}>
            <Picture picture={cover} alt="" sizes="(min-width: 640px) 20rem, 100vw" />
          </Cell>
        ))}
      </Covers>
      <chakra.div display="flex" justifyContent="space-between" gap="3" paddingX="1" textStyle="sm">
        <chakra.div minWidth="0">
          <CardLink to={collectionPath(collectionId)}>{collectionTitle}</CardLink>
          {showsOwner && (
            <chakra.span display="block" color="fg.muted" overflowWrap="anywhere">
              by <PersonText person={owner} />
            </chakra.span>
          )}
        </chakra.div>
        <chakra.span display="inline-flex" alignItems="center" gap="2" color="fg.muted" whiteSpace="nowrap">
          {collectionVisibility === "private" && <Lock size={15} aria-label="private" />}
          {countLabel(count, "artwork")}
        </chakra.span>
      </chakra.div>
    </chakra.article>
  );
}

function Collections({ username, whenEmpty }: { readonly username: string; readonly whenEmpty: ReactNode }) {
  const pages = useReadPages(
    listCollections,
    { params: { username } },
    { errorMessage: MESSAGES.failedFetchCollections },
  );
  const { items, error, isLoading, reload } = pages;
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns count={6} label="Loading collections" />;
  if (!items.length && !pages.hasMore) return whenEmpty;
  return (
    <>
      <Grid aria-label="Collections">
        {items.map((card) => (
          <li key={card.collectionId}>
            <Card card={card} />
          </li>
        ))}
      </Grid>
      <LoadMore pages={pages} noun="collections" />
    </>
  );
}

const NONE_OF_OWN = (
  <EmptyState
    title="No collections yet"
    text="Use the folder below a picture to add it to a collection."
    action={<ButtonLink to="/">Browse artwork</ButtonLink>}
  />
);

/** A user's collections on their page; others see the public ones. */
export function CollectionList({ user, isOwn }: { readonly user: PublicUser; readonly isOwn: boolean }) {
  const whenEmpty = isOwn ? (
    NONE_OF_OWN
  ) : (
    <EmptyState title="No collections yet" text={`${getDisplayName(user)} hasn't shared any.`} />
  );
  return <Collections username={user.name} whenEmpty={whenEmpty} />;
}

/** Other people's collections that the user is a member of; nothing without any. */
function SharedCollections() {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(
    listSharedCollections,
    { params: { userId } },
    { errorMessage: MESSAGES.failedFetchCollections },
  );
  const { items, hasMore, error, isLoading } = pages;
  if (!items.length && !hasMore && !error && !isLoading) return null;
  return (
    <chakra.section aria-labelledby="shared-with-you">
      <Heading as="h2" id="shared-with-you" size="xl" marginBottom="4">
        Shared with you
      </Heading>
      {isLoading && (
        <chakra.div role="status" aria-label="Loading shared collections">
          <Grid as="div" aria-hidden>
            <SkeletonBlocks count={2} height="12rem" />
          </Grid>
        </chakra.div>
      )}
      {items.length > 0 && (
        <Grid aria-label="Collections shared with you">
          {items.map((card) => (
            <li key={card.collectionId}>
              <Card card={card} showsOwner />
            </li>
          ))}
        </Grid>
      )}
      {items.length > 0 ? (
        <LoadMore pages={pages} noun="collections" />
      ) : (
        <ShowMore pages={pages} noun="shared collections" />
      )}
    </chakra.section>
  );
}

/** The signed-in user's collections, and those shared with them. */
export const OwnCollections = () => (
  <>
    <Collections username={useSignedIn().name} whenEmpty={NONE_OF_OWN} />
    <SharedCollections />
  </>
);
