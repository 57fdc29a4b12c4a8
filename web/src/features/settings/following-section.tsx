import { chakra, Text } from "@chakra-ui/react";
import { listFollowed } from "#shared/contract/follows.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { FollowedArtist } from "#shared/model/follow.ts";
import type { Settings } from "#shared/model/settings.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { FollowButton, NotifySwitch } from "#web/features/follows/follow-button.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { SettingsSection, sectionRow } from "./settings-section.tsx";

const row = { ...sectionRow, columnGap: { base: "2", sm: "3" } } as const;

function Row({ follow: { artist, followed, followNotify } }: { readonly follow: FollowedArtist }) {
  return (
    <chakra.li css={row}>
      <PersonAvatar person={artist} />
      <chakra.span flex="1 1 6rem" minW="0" textStyle={{ base: "sm", sm: "md" }}>
        <PersonName person={artist} showsHandle />
      </chakra.span>
      {artist.name !== null && (
        <chakra.span display="inline-flex" gap={{ base: "1", sm: "2" }}>
          {followed && <NotifySwitch artist={{ ...artist, name: artist.name }} isOn={followNotify} />}
          <FollowButton
            artist={{ ...artist, name: artist.name }}
            isFollowed={followed}
            isNotified={followNotify}
            look="compact"
          />
        </chakra.span>
      )}
    </chakra.li>
  );
}

/** List of followed artists, each with a notification switch and an unfollow button. */
export function FollowingSection({ settings: { id: userId } }: { readonly settings: Settings }) {
  const pages = useReadPages(listFollowed, { params: { userId } }, { errorMessage: MESSAGES.failedFetchFollowed });
  useFreshPages(pages);
  const { items, error, isLoading, hasMore, reload } = pages;
  return (
    <SettingsSection
      id="following"
      title="Following"
      text="Artists you follow. Only you can see this list. The bell shows whether you are notified of their new work."
    >
      {items.length === 0 && error && <ErrorPage onRetry={reload} />}
      {items.length === 0 && !error && isLoading && (
        <SkeletonColumns count={2} isNarrow label="Loading the artists you follow" />
      )}
      {items.length === 0 && !error && !isLoading && !hasMore && (
        <Text color="fg.muted">You don't follow anyone yet.</Text>
      )}
      {items.length > 0 && (
        <chakra.ul listStyleType="none" aria-label="Artists you follow">
          {items.map((item) => (
            <Row key={item.artist.id} follow={item} />
          ))}
        </chakra.ul>
      )}
      {(hasMore || (items.length > 0 && error)) && <LoadMore pages={pages} noun="artists" />}
    </SettingsSection>
  );
}
