import { chakra } from "@chakra-ui/react";
import { listAnnouncements } from "#shared/contract/follows.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { AnnouncementArticle } from "./announcement-article.tsx";

const List = chakra("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: { base: "8", md: "10" },
    listStyle: "none",
    paddingBottom: "12",
    "& > li + li": { borderTopWidth: "1px", borderColor: "border.muted", paddingTop: { base: "8", md: "10" } },
  },
});

interface AnnouncementListProps {
  readonly user: PublicUser;
  readonly isOwn: boolean;
}

/** An artist's announcements on their page, the latest first; for the artist, scheduled ones come before the others. */
export function AnnouncementList({ user, isOwn }: AnnouncementListProps) {
  const pages = useReadPages(
    listAnnouncements,
    { params: { username: user.name } },
    { errorMessage: MESSAGES.failedFetchAnnouncements },
  );
  const { items, error, isLoading, reload } = pages;
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns count={3} isNarrow label="Loading announcements" />;
  if (!items.length && !pages.hasMore) {
    return isOwn ? (
      <EmptyState
        title="No announcements yet"
        text="Tell your followers about a series, a sale or an exhibition. What you write also appears here."
        action={<ButtonLink to="/announcement/add">Write an announcement</ButtonLink>}
      />
    ) : (
      <EmptyState title="No announcements yet" text={`${getDisplayName(user)} hasn't announced anything.`} />
    );
  }
  return (
    <>
      <List aria-label="Announcements">
        {items.map((announcement, at) => (
          <li key={announcement.announcementId}>
            <AnnouncementArticle announcement={announcement} level={2} isBelow={at > 0} />
          </li>
        ))}
      </List>
      <LoadMore pages={pages} noun="announcements" />
    </>
  );
}
