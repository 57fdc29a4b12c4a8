import { Badge, Button, chakra, Heading, IconButton, Text } from "@chakra-ui/react";
import CalendarDays from "lucide-react/icons/calendar-days";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { changeHomePage, readHomePage } from "#shared/contract/admin.ts";
import { listCategories, listCurated } from "#shared/contract/artwork.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { STRIP } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { HomePage } from "#shared/model/home-page.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { getDueState } from "#shared/rules/due-days.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { ArrangeRows, moveItem } from "#web/ui/arrange-rows.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { useUnsaved } from "#web/ui/form/unsaved.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { ReasonDialog } from "../reason-dialog.tsx";
import { ArtworkPicker, type PickedArtwork, toPicked } from "./artwork-picker.tsx";
import { CategoryCovers, type CoverChanges } from "./category-covers.tsx";
import { DaysDialog } from "./days-dialog.tsx";

interface Entry {
  readonly artworkId: ArtworkId;
  /** Absent for deleted artwork. */
  readonly artwork: PickedArtwork | undefined;
  readonly isHidden: boolean;
  readonly from: string | null;
  readonly until: string | null;
}

const toEntry = ({ artworkId, artwork, state, from, until }: HomePage["curated"][number]): Entry => ({
  artworkId,
  artwork: artwork ? toPicked(artwork) : undefined,
  isHidden: state === "hidden",
  from,
  until,
});

const toNewEntry = (artwork: PickedArtwork): Entry => ({
  artworkId: artwork.artworkId,
  artwork,
  isHidden: false,
  from: null,
  until: null,
});

const toSent = (entries: readonly Entry[]) => entries.map(({ artworkId, from, until }) => ({ artworkId, from, until }));

const getTitle = ({ artwork }: Entry) => artwork?.title ?? "Deleted artwork";

const STATES = { scheduled: "Scheduled", due: undefined, over: "Over" } as const;

const formatDay = (day: string) => formatDate(day, DISPLAY.shortDayFormat, "UTC");

function formatDays({ from, until }: Entry) {
  if (from && until) return `${formatDay(from)} – ${formatDay(until)}`;
  if (from) return `From ${formatDay(from)}`;
  return until ? `Until ${formatDay(until)}` : "Always";
}

/** The days of an entry, and why visitors don't get it. */
function EntryNote({ entry }: { readonly entry: Entry }) {
  const state = entry.isHidden ? "Hidden" : STATES[getDueState(entry, new Date().toISOString().slice(0, 10))];
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" gap="2" textStyle="sm" color="fg.muted">
      {formatDays(entry)}
      {state && <Badge>{state}</Badge>}
    </chakra.span>
  );
}

interface EditorProps {
  readonly page: HomePage;
  /** An artwork that was chosen on its own page, added first. */
  readonly picked: PickedArtwork | undefined;
  /** Writes the change; the answer replaces the page. */
  readonly onSave: (change: Changes & { readonly reason: string }) => Promise<unknown>;
}

interface Changes {
  readonly curated: ReturnType<typeof toSent>;
  readonly covers: { readonly tag: string; readonly artworkId: ArtworkId | null }[];
}

/** The row and the covers as they will be; visitors get them once they are saved. */
function useDraft(page: HomePage, picked: PickedArtwork | undefined) {
  const [entries, setEntries] = useState<readonly Entry[]>(() => {
    const curated = page.curated.map(toEntry);
    const isAdded = picked && curated.every(({ artworkId }) => artworkId !== picked.artworkId);
    return isAdded && curated.length < STRIP.curated ? [toNewEntry(picked), ...curated] : curated;
  });
  const [covers, setCovers] = useState<CoverChanges>(new Map());
  const isChanged =
    covers.size > 0 || JSON.stringify(toSent(entries)) !== JSON.stringify(toSent(page.curated.map(toEntry)));
  useUnsaved(isChanged);
  const changes: Changes = {
    curated: toSent(entries),
    covers: [...covers].map(([tag, cover]) => ({ tag, artworkId: cover?.artworkId ?? null })),
  };
  function discard() {
    setEntries(page.curated.map(toEntry));
    setCovers(new Map());
  }
  return { entries, setEntries, covers, setCovers, isChanged, changes, discard };
}

function Editor({ page, picked, onSave }: EditorProps) {
  const { entries, setEntries, covers, setCovers, isChanged, changes, discard } = useDraft(page, picked);
  const [open, setOpen] = useState<"picker" | "reason" | { readonly daysOf: Entry } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const close = () => setOpen(null);

  function add(artwork: PickedArtwork) {
    setEntries([toNewEntry(artwork), ...entries]);
    close();
  }

  function remove(at: number) {
    const entry = entries[at];
    if (!entry) return;
    setEntries(entries.toSpliced(at, 1));
    list.current?.focus();
    toast.success(`${getTitle(entry)} was taken out of the row`, {
      label: "Undo",
      run: () => setEntries((now) => now.toSpliced(at, 0, entry)),
    });
  }

  const setDays = (entry: Entry, days: Pick<Entry, "from" | "until">) =>
    setEntries(entries.map((one) => (one === entry ? { ...one, ...days } : one)));

  const isFull = entries.length >= STRIP.curated;
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", xl: "minmax(0, 3fr) minmax(0, 2fr)" }}
      gap="10"
    >
      <chakra.section aria-labelledby="curated-row">
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          marginBottom="2"
        >
          <Heading as="h2" size="lg" id="curated-row">
            Curated row
          </Heading>
          <Button
            size="sm"
            variant="outline"
            colorPalette="neutral"
            disabled={isFull}
            title={isFull ? MESSAGES.tooManyCurated : undefined}
            onClick={() => setOpen("picker")}
          >
            <Plus aria-hidden />
            Add artwork…
          </Button>
        </chakra.div>
        <Text color="fg.muted" textStyle="sm" marginBottom="4">
          {entries.length} of {STRIP.curated} artworks. Visitors see {STRIP.shown} of those that are due, starting with
          the next one every minute.
        </Text>
        {entries.length === 0 && (
          <Text color="fg.muted">The row is empty, so the home page starts with what is trending.</Text>
        )}
        <ArrangeRows
          label="Arrange the curated row"
          list={list}
          items={entries.map((entry) => ({
            id: entry.artworkId,
            title: getTitle(entry),
            picture: entry.artwork?.picture,
            note: <EntryNote entry={entry} />,
            actions: (
              <IconButton
                variant="ghost"
                colorPalette="neutral"
                aria-label={`Days of ${getTitle(entry)}`}
                title="Days"
                onClick={() => setOpen({ daysOf: entry })}
              >
                <CalendarDays aria-hidden />
              </IconButton>
            ),
          }))}
          onMove={(from, to) => setEntries(moveItem(entries, from, to))}
          onRemove={remove}
        />
      </chakra.section>
      <chakra.section aria-labelledby="category-covers">
        <Heading as="h2" size="lg" id="category-covers" marginBottom="2" lineHeight="2.25rem">
          Categories
        </Heading>
        <Text color="fg.muted" textStyle="sm" marginBottom="4">
          A category without a chosen cover shows the most popular of its new works.
        </Text>
        {page.categories.length === 0 && (
          <Text color="fg.muted">
            There are no categories: no tag has three artworks, or the search isn't available.
          </Text>
        )}
        <CategoryCovers
          categories={page.categories}
          changes={covers}
          onChange={(tag, cover) => setCovers(new Map([...covers, [tag, cover]]))}
        />
      </chakra.section>
      {isChanged && (
        <chakra.div
          position="sticky"
          bottom="4"
          gridColumn="1 / -1"
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="3"
          padding="3"
          borderRadius="l3"
          borderWidth="1px"
          borderColor="border.emphasized"
          background="bg.panel"
          boxShadow="lg"
        >
          <Text flex="1" minWidth="10rem" fontWeight="medium" role="status">
            Not saved yet
          </Text>
          <Button variant="outline" colorPalette="neutral" onClick={discard}>
            Discard
          </Button>
          <Button onClick={() => setOpen("reason")}>Save changes…</Button>
        </chakra.div>
      )}
      {open === "picker" && (
        <ArtworkPicker
          title="Add artwork"
          takenIds={new Set(entries.map(({ artworkId }) => artworkId))}
          onPick={add}
          onClose={close}
        />
      )}
      {open === "reason" && (
        <ReasonDialog
          title="Save the home page?"
          text="Visitors get it within a minute."
          action="Save"
          usual="Editorial choice"
          onConfirm={(reason) => onSave({ ...changes, reason })}
          onClose={close}
        />
      )}
      {open !== null && typeof open === "object" && (
        <DaysDialog
          title={getTitle(open.daysOf)}
          days={open.daysOf}
          onSet={(days) => setDays(open.daysOf, days)}
          onClose={close}
        />
      )}
    </chakra.div>
  );
}

/** Sent with a link to this place, to feature an artwork. */
export interface FeatureState {
  readonly picked?: PickedArtwork;
}

/** The home page's curated row and its categories' covers. */
export default function HomePagePlace() {
  const read = useRead(readHomePage, {}, { revalidateOnFocus: false, revalidateOnReconnect: false });
  const invalidate = useInvalidate();
  const [isOutdated, setOutdated] = useState(false);
  const navigate = useNavigate();
  const { picked } = (useLocation().state ?? {}) as FeatureState;

  async function save({ revision }: HomePage, change: Changes & { readonly reason: string }) {
    try {
      const saved = await send(
        changeHomePage,
        { body: { revision, ...change } },
        { keep: ["curated"], inPlace: ["home_page_changed"] },
      );
      setOutdated(false);
      if (picked) await navigate(".", { replace: true, preventScrollReset: true });
      await read.mutate(saved, { revalidate: false });
      toast.success("Home page saved");
      await Promise.all([invalidate(listCurated), invalidate(listCategories)]);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "home_page_changed") throw error;
      setOutdated(true);
      await read.mutate();
    }
  }

  return (
    <LeaveGuard text="Your changes of the home page would be lost.">
      {isOutdated && (
        <chakra.div marginBottom="6">
          <Notice kind="error">{MESSAGES.homePageChanged}. Make your changes again.</Notice>
        </chakra.div>
      )}
      <ReadResult read={read} fallback={<SkeletonColumns count={6} isNarrow label="Loading the home page" />}>
        {(page) => <Editor key={page.revision} page={page} picked={picked} onSave={(change) => save(page, change)} />}
      </ReadResult>
    </LeaveGuard>
  );
}
