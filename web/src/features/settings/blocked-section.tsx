import { Button, chakra, Text } from "@chakra-ui/react";
import { listBlocked, unblockPerson } from "#shared/contract/messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Person } from "#shared/model/account.ts";
import type { Settings } from "#shared/model/settings.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { SettingsSection, sectionRow } from "./settings-section.tsx";

const row = { ...sectionRow, columnGap: "3" } as const;

/** Blocked users, each with a button to unblock. */
export function BlockedSection({ settings: { id: userId } }: { readonly settings: Settings }) {
  const pages = useReadPages(listBlocked, { params: { userId } }, { errorMessage: MESSAGES.failedFetchBlocked });
  useFreshPages(pages);
  const { items, error, isLoading, hasMore, reload } = pages;

  async function unblock({ id: personId }: Person) {
    const params = { userId, personId };
    await send(unblockPerson, { params }, { errorMessage: "The person couldn't be unblocked" });
    changes.done(
      effectOn(listBlocked, { userId }, (page) => ({ ...page, items: page.items.filter(({ id }) => id !== personId) })),
    );
  }

  return (
    <SettingsSection
      id="blocked"
      title="Blocked people"
      text="Blocked people can't message you, and you can't message them. They aren't notified. To block someone, open a conversation with them."
    >
      {items.length === 0 && error && <ErrorPage onRetry={reload} />}
      {items.length === 0 && !error && isLoading && (
        <SkeletonColumns count={1} isNarrow label="Loading the people you blocked" />
      )}
      {items.length === 0 && !error && !isLoading && !hasMore && (
        <Text color="fg.muted">You haven't blocked anyone.</Text>
      )}
      {items.length > 0 && (
        <chakra.ul listStyleType="none" aria-label="People you blocked">
          {items.map((person) => (
            <chakra.li key={person.id} css={row}>
              <PersonAvatar person={person} />
              <chakra.span flex="1 1 6rem" minW="0">
                <PersonName person={person} showsHandle />
              </chakra.span>
              <Button
                variant="outline"
                colorPalette="neutral"
                size="sm"
                aria-label={`Unblock ${getDisplayName(person)}`}
                onClick={() => void unblock(person).catch(() => {})}
              >
                Unblock
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {(hasMore || (items.length > 0 && error)) && <LoadMore pages={pages} noun="people" />}
    </SettingsSection>
  );
}
