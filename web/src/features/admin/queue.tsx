import { Box, chakra, Flex } from "@chakra-ui/react";
import Inbox from "lucide-react/icons/inbox";
import { useEffect, useRef } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { listCases, readOperator } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { CASE_KINDS, CASE_PERMISSIONS, type Case, CaseKind } from "#shared/model/case.ts";
import { CaseId } from "#shared/model/operator.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { addShortcuts } from "#web/features/shortcuts/added-shortcuts.ts";
import { useSession } from "#web/session/use-session.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { SegmentLink, SegmentLinks } from "#web/ui/segment-links.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { CaseView } from "./case-view.tsx";
import { formatOutcome, KIND_NAMES } from "./decision-texts.ts";

const Row = chakra(Link, {
  base: {
    display: "flex",
    gap: "3.5",
    padding: "3.5",
    transition: "background 120ms",
    focusVisibleRing: "inside",
    _hover: { background: "bg.muted" },
    "&[aria-current]": { background: "accent.subtle" },
  },
});

const line = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

/** Until when an open case is due, or how a closed one ended. */
function CaseTime({ item }: { readonly item: Case }) {
  if (item.closedAt)
    return (
      <>
        {formatOutcome(item.outcome)} <DateTime value={item.closedAt} pattern={DISPLAY.shortDayFormat} />
      </>
    );
  const isLate = Date.parse(item.dueAt) < Date.now();
  return (
    <chakra.span color={isLate ? "fg.error" : undefined} fontWeight={isLate ? "semibold" : undefined}>
      {isLate ? "Overdue since " : "Due "}
      <DateTime value={item.dueAt} pattern={DISPLAY.shortDayFormat} />
    </chakra.span>
  );
}

function CaseRow({
  item,
  search,
  isCurrent,
}: {
  readonly item: Case;
  readonly search: string;
  readonly isCurrent: boolean;
}) {
  const { user } = useSession();
  const { caseId, kind, title, text, picture, takenBy } = item;
  return (
    <Row to={`/admin/queue/${caseId}${search}`} aria-current={isCurrent ? "page" : undefined} data-case>
      {picture ? (
        <Thumbnail picture={picture} side="3.75rem" />
      ) : (
        <Box
          boxSize="3.75rem"
          flexShrink="0"
          display="grid"
          placeItems="center"
          bg="bg.muted"
          borderRadius="l1"
          color="fg.muted"
        >
          <Inbox size={22} aria-hidden />
        </Box>
      )}
      <Box flex="1" minW="0">
        <chakra.span css={line} display="block" fontWeight="semibold">
          {KIND_NAMES[kind]}
        </chakra.span>
        <chakra.span css={line} display="block" textStyle="sm">
          {title ?? text ?? ""}
        </chakra.span>
        <Flex columnGap="3" wrap="wrap" textStyle="xs" color="fg.muted">
          <CaseTime item={item} />
          {takenBy && <span>Taken by {takenBy.id === user?.id ? "you" : <PersonText person={takenBy} />}</span>}
        </Flex>
      </Box>
    </Row>
  );
}

const ROWS = "[data-case]";

/** Elements in which letters are input, and dialogs. */
const ELSEWHERE = "input,textarea,select,[contenteditable],dialog,[role=dialog],[role=alertdialog]";

/** j and k move along the list; Enter opens the row, as for every link. */
function useListKeys() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const onKey = ({ key, target, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
      if (!["j", "k"].includes(key) || metaKey || ctrlKey || altKey) return;
      if ((target as Element).closest?.(ELSEWHERE)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
      const at = rows.findIndex((row) => row.matches(":focus"));
      const from = at >= 0 ? at : rows.findIndex((row) => row.ariaCurrent === "page");
      const next = key === "j" ? from + 1 : Math.max(from - 1, 0);
      rows[Math.min(next, rows.length - 1)]?.focus();
    };
    addEventListener("keydown", onKey);
    const removeShortcuts = addShortcuts({
      where: "In the queue",
      keys: [
        [["j", "k"], "Next and previous item"],
        [["Enter"], "Open the item"],
      ],
    });
    return () => {
      removeEventListener("keydown", onKey);
      removeShortcuts();
    };
  }, []);
  return list;
}

function CaseList({ current }: { readonly current: string | undefined }) {
  const [params] = useSearchParams();
  const list = useListKeys();
  const status = params.get("status") === "closed" ? "closed" : "open";
  const { data: kind } = CaseKind.safeParse(params.get("kind"));
  const pages = useReadPages(
    listCases,
    { query: { status, ...(kind ? { kind } : {}) } },
    { errorMessage: "The queue wasn't loaded" },
  );
  const { items, isLoading, error, reload } = pages;
  const search = params.size > 0 ? `?${params}` : "";
  if (items.length === 0 && error) return <ErrorPage onRetry={reload} />;
  if (items.length === 0 && isLoading)
    return (
      <Box role="status" aria-label="Loading the queue" display="grid" gap="3">
        <SkeletonBlocks count={4} />
      </Box>
    );
  if (items.length === 0)
    return status === "open" ? (
      <EmptyState title="All done" text="New items appear here, the most urgent first." />
    ) : (
      <EmptyState title="Nothing closed yet" text="Closed items stay here for a year, with who closed them and why." />
    );
  return (
    <>
      <chakra.ul ref={list} listStyleType="none" aria-label={status === "open" ? "Open items" : "Closed items"}>
        {items.map((item) => (
          <chakra.li key={item.caseId} borderBottomWidth="1px" borderColor="border.muted">
            <CaseRow item={item} search={search} isCurrent={item.caseId === current} />
          </chakra.li>
        ))}
      </chakra.ul>
      <ShowMore pages={pages} noun="items" />
    </>
  );
}

function Filters() {
  const [params, setParams] = useSearchParams();
  const status = params.get("status") === "closed" ? "closed" : "open";
  const kind = params.get("kind") ?? "";
  const { data: operator } = useRead(readOperator, {});
  const kinds = CASE_KINDS.filter((each) => operator?.permissions.includes(CASE_PERMISSIONS[each]));
  const kindSearch = kind ? `&kind=${encodeURIComponent(kind)}` : "";
  return (
    <Flex gap="3" wrap="wrap" align="center" marginBottom="4">
      <SegmentLinks aria-label="State">
        <SegmentLink to={`/admin/queue?status=open${kindSearch}`} isCurrent={status === "open"}>
          Open
        </SegmentLink>
        <SegmentLink to={`/admin/queue?status=closed${kindSearch}`} isCurrent={status === "closed"}>
          Closed
        </SegmentLink>
      </SegmentLinks>
      <Select
        aria-label="Kind"
        root={{ width: "auto", flex: "1", minW: "10rem" }}
        value={kind}
        onChange={({ target }) =>
          setParams({ status, ...(target.value ? { kind: target.value } : {}) }, { preventScrollReset: true })
        }
      >
        <option value="">All kinds</option>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {KIND_NAMES[each]}
          </option>
        ))}
      </Select>
    </Flex>
  );
}

/** Open and closed items, and beside them one of them; a phone shows one of the two. */
export default function Queue() {
  const [, id] = (useParams()["*"] ?? "").split("/");
  const caseId = id ? CaseId.safeParse(id) : undefined;
  if (caseId && !caseId.success) return <NotFoundRedirect />;
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 22rem) minmax(0, 1fr)" }}
      columnGap="8"
    >
      <Box hideBelow={caseId ? "lg" : undefined} minW="0">
        <Filters />
        <SectionBoundary>
          <CaseList current={caseId?.data} />
        </SectionBoundary>
      </Box>
      <Box minW="0" hideBelow={caseId ? undefined : "lg"}>
        {caseId?.data ? (
          <SectionBoundary>
            <CaseView key={caseId.data} caseId={caseId.data} />
          </SectionBoundary>
        ) : (
          <Box display="grid" placeItems="center" alignContent="center" gap="3" color="fg.muted" minH="24rem">
            <Inbox size={32} aria-hidden />
            Choose an item
          </Box>
        )}
      </Box>
    </Box>
  );
}
