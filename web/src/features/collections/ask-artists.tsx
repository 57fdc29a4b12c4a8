import { Button, chakra, Dialog, Text } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { listThreads } from "#shared/contract/messages.ts";
import { PAGE } from "#shared/limits.ts";
import type { Person } from "#shared/model/account.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import type { Thread } from "#shared/model/message.ts";
import { formatWorks } from "#shared/rules/offers.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useRead } from "#web/api/use-read.ts";
import { SubjectPicture } from "#web/features/messages/subject-picture.tsx";
import RequestOfferDialog from "#web/features/offers/request-offer-dialog.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import type { LicensableWork } from "./licensable.ts";

type Works = readonly [LicensableWork, ...LicensableWork[]];

/** The works of each artist, in the collection's order. */
function groupByArtist(works: readonly LicensableWork[]): readonly Works[] {
  const groups = new Map<string, [LicensableWork, ...LicensableWork[]]>();
  for (const work of works) {
    const group = groups.get(work.card.owner.id);
    if (group) group.push(work);
    else groups.set(work.card.owner.id, [work]);
  }
  return [...groups.values()];
}

interface ArtistProps {
  readonly works: Works;
  /** The conversation in which the artist was asked; null before. */
  readonly askedIn: ThreadId | null;
  readonly onAsked: (threadId: ThreadId) => void;
}

/** One artist and the works that they are asked about. */
function Artist({ works, askedIn, onAsked }: ArtistProps) {
  const [{ card }, ...further] = works;
  const person: Person = card.owner;
  const [isOpen, setOpen] = useState(false);

  return (
    <chakra.li display="flex" alignItems="center" flexWrap="wrap" gap="3" paddingY="3">
      <SubjectPicture subject={{ picture: card }} side="2.75rem" />
      <chakra.span flex="1 1 10rem" minWidth="0" overflowWrap="anywhere">
        <chakra.span display="block" fontWeight="semibold">
          <PersonText person={person} />
        </chakra.span>
        <chakra.span display="block" textStyle="sm" color="fg.muted">
          {formatWorks(card.artworkTitle, further.length)}
        </chakra.span>
      </chakra.span>
      {askedIn ? (
        <chakra.span textStyle="sm">
          Asked. <SiteLink to={`/messages/${askedIn}`}>Open conversation</SiteLink>
        </chakra.span>
      ) : (
        <Button
          size="sm"
          variant="outline"
          colorPalette="neutral"
          aria-label={`Ask ${getDisplayName(person)} for a price`}
          onClick={() => setOpen(true)}
        >
          Ask
        </Button>
      )}
      {isOpen && (
        <RequestOfferDialog
          artwork={{ id: card.artworkId, title: card.artworkTitle }}
          artist={getDisplayName(person)}
          furtherTitles={further.map((work) => work.card.artworkTitle)}
          onSent={onAsked}
          onClose={() => setOpen(false)}
        />
      )}
    </chakra.li>
  );
}

/** The conversation about one of the works that waits for the artist's answer to a request. */
const findOpenRequest = (works: Works, threads: readonly Thread[]) =>
  threads.find(
    ({ subject, latest }) =>
      latest.own && latest.kind === "request" && works.some(({ card }) => card.artworkId === subject.id),
  )?.threadId;

interface AskArtistsProps {
  readonly works: readonly LicensableWork[];
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Asks each artist for a price for their works, in a conversation with each. */
export function AskArtists({ works, onBack, onClose }: AskArtistsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Readonly<Record<string, ThreadId>>>({});
  const threads = useRead(listThreads, { query: { limit: PAGE.max } }).data?.items ?? [];
  return (
    <ModalDialog initialFocusEl={() => heading.current} onClose={onClose} window={{ maxWidth: "36rem" }}>
      <Dialog.Title ref={heading} tabIndex={-1} outline="none">
        Ask for a price
      </Dialog.Title>
      <Text color="fg.muted">Each artist gets a request for their own works, and can answer with an offer.</Text>
      <chakra.ul
        listStyle="none"
        aria-label="Artists"
        css={{ "& > li + li": { borderTopWidth: "1px", borderColor: "border.muted" } }}
      >
        {groupByArtist(works).map((group) => {
          const { id } = group[0].card.owner;
          return (
            <Artist
              key={id}
              works={group}
              askedIn={asked[id] ?? findOpenRequest(group, threads) ?? null}
              onAsked={(threadId) => setAsked((before) => ({ ...before, [id]: threadId }))}
            />
          );
        })}
      </chakra.ul>
      <DialogButtons away="Close">
        <Button variant="outline" colorPalette="neutral" onClick={onBack}>
          Back to the works
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
