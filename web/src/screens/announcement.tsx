import { chakra } from "@chakra-ui/react";
import { useNavigate, useParams } from "react-router-dom";
import { readAnnouncement } from "#shared/contract/follows.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Announcement as Announced } from "#shared/model/announcement.ts";
import { AnnouncementId } from "#shared/model/ids.ts";
import { useRead } from "#web/api/use-read.ts";
import { AnnouncementArticle } from "#web/features/announcements/announcement-article.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { profilePath, SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";

function Author({ announcement: { artist } }: { readonly announcement: Announced }) {
  const list = artist.name === null ? null : `${profilePath(artist.name)}?tab=announcements`;
  return (
    <chakra.div display="flex" alignItems="center" gap="3" marginBottom={{ base: "6", md: "8" }}>
      <PersonAvatar person={artist} size="3rem" />
      <chakra.div minWidth="0" textStyle="sm">
        <chakra.p overflowWrap="anywhere">
          <PersonName person={artist} showsHandle />
        </chakra.p>
        {list && <SiteLink to={list}>All announcements</SiteLink>}
      </chakra.div>
    </chakra.div>
  );
}

function AnnouncementPage({ announcement }: { readonly announcement: Announced }) {
  const navigate = useNavigate();
  const { announcementTitle, artist } = announcement;
  const goToList = () => void navigate(`${profilePath(artist.name ?? "")}?tab=announcements`, { replace: true });
  return (
    <PageContainer title={announcementTitle} width="large">
      <chakra.div maxWidth="72rem" marginX="auto">
        <Author announcement={announcement} />
        <AnnouncementArticle announcement={announcement} level={1} onDeleted={goToList} />
      </chakra.div>
    </PageContainer>
  );
}

function Read({ id }: { readonly id: AnnouncementId }) {
  const read = useRead(
    readAnnouncement,
    { params: { announcementId: id } },
    { errorMessage: MESSAGES.failedFetchAnnouncements },
  );
  return (
    <ReadResult read={read} fallback={<SkeletonPage count={3} isNarrow />}>
      {(announcement) => <AnnouncementPage announcement={announcement} />}
    </ReadResult>
  );
}

/** One announcement, as notifications and mails link to it. */
export default function Announcement() {
  const { data: id } = AnnouncementId.safeParse(useParams().id);
  return id ? <Read id={id} /> : <NotFoundRedirect />;
}
