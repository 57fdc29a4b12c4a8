import { Badge, Box, Button, chakra, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import {
  decideCase,
  listCases,
  previewCaseMails,
  readCase,
  readCaseMessages,
  readReviewedArtwork,
  releaseCase,
  reopenCase,
  takeCase,
} from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type CaseAction, type CaseDetail, type CaseKind, isOrderAction } from "#shared/model/case.ts";
import type { CaseId } from "#shared/model/operator.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { useSession } from "#web/session/use-session.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import type { DecisionTexts } from "./decision-dialog.tsx";
import { ACTION_TEXTS, CLOSING_REASONS, formatOutcome, KIND_NAMES, REPORTED_REASONS } from "./decision-texts.ts";
import type { Draft } from "./mail-previews.tsx";
import { OrderFacts, OrderFigure, PersonLink } from "./orders/order-facts.tsx";
import { PagePath } from "./page-path.tsx";
import { Part } from "./part.tsx";
import { ReviewedArtworkFigure } from "./reviewed-artwork.tsx";

const UndoDialog = lazyPart(() => import("./undo-dialog.tsx"));

/** Reads the queue again after a change, and everything shown of the case's artwork. */
function useReload(detail: CaseDetail) {
  const invalidate = useInvalidate();
  const artworkId = detail.artwork?.card.artworkId;
  return async () => {
    await invalidate(readCase, { caseId: detail.caseId });
    await invalidate(listCases);
    if (artworkId) await invalidate(readReviewedArtwork, { artworkId });
  };
}

const Quote = chakra("blockquote", {
  base: {
    whiteSpace: "pre-line",
    overflowWrap: "anywhere",
    paddingInlineStart: "4",
    borderInlineStartWidth: "3px",
    borderColor: "border.emphasized",
  },
});

/** The reported conversation. Opening it is in the log. */
function Conversation({ caseId }: { readonly caseId: CaseId }) {
  const [isOpen, setOpen] = useState(false);
  const pages = useReadPages(readCaseMessages, isOpen ? { params: { caseId }, query: { reason: caseId } } : null, {
    errorMessage: "The conversation wasn't loaded",
  });
  if (!isOpen)
    return (
      <Part title="Conversation">
        <Text color="fg.muted">It is private. That you read it will be in the log, with this item as the reason.</Text>
        <Button variant="outline" colorPalette="neutral" justifySelf="start" onClick={() => setOpen(true)}>
          Read the conversation
        </Button>
      </Part>
    );
  return (
    <Part title="Conversation, newest first">
      {pages.isLoading && <SkeletonBlocks count={3} />}
      <Stack as="ul" listStyleType="none" gap="4" paddingInlineStart="0">
        {pages.items.map(({ messageId, author, content, created }) => (
          <li key={messageId}>
            <Text textStyle="sm" color="fg.muted">
              <PersonName person={author} showsHandle /> · <DateTime value={created} pattern={DISPLAY.momentFormat} />
            </Text>
            <Quote>{content}</Quote>
          </li>
        ))}
      </Stack>
      <ShowMore pages={pages} noun="messages" />
    </Part>
  );
}

const AUTHORS: Readonly<Partial<Record<CaseKind, string>>> = {
  ticket: "Asked by",
  counter_notice: "Answered by",
  appeal: "Answered by",
};

/** The heading of what they wrote. */
const WRITTEN: Readonly<Partial<Record<CaseKind, string>>> = {
  ticket: "Question",
  counter_notice: "The artist's answer",
  appeal: "Their answer",
  dispute: "The bank",
  fraud_warning: "The bank",
  failed_payout: "Reason",
  failed_refund: "What happened",
};

/** Who wrote it, with the address for their answer. */
function Author({ detail }: { readonly detail: CaseDetail }) {
  const { writer, email } = detail;
  if (!writer && !email) return null;
  return (
    <div>
      <dt>{AUTHORS[detail.kind] ?? "Reported by"}</dt>
      <dd>
        {writer && (
          <>
            <AccountFacts account={writer} />
            <PersonLink account={writer} reason={detail.caseId} />
          </>
        )}
        {email}
      </dd>
    </div>
  );
}

/** The notice of who works on the case, and taking it or giving it back. */
function Taking({ detail }: { readonly detail: CaseDetail }) {
  const { user } = useSession();
  const reload = useReload(detail);
  const { caseId, takenBy, takenUntil, appeal } = detail;
  const params = { caseId };
  async function change(work: () => Promise<unknown>) {
    await work().catch(() => undefined);
    await reload();
  }
  const isOwn = takenBy?.id === user?.id;
  if (takenBy && !isOwn)
    return (
      <Notice>
        Taken by {formatNameWithHandle(takenBy)}
        {takenUntil && (
          <>
            {" "}
            until <DateTime value={takenUntil} pattern={DISPLAY.momentFormat} />
          </>
        )}
        .
      </Notice>
    );
  if (appeal?.own) return null;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      {takenBy && takenUntil && (
        <Text textStyle="sm" color="fg.muted">
          Taken by you until <DateTime value={takenUntil} pattern={DISPLAY.momentFormat} />.
        </Text>
      )}
      <Button
        size="sm"
        variant="outline"
        colorPalette="neutral"
        onClick={() =>
          void change(() =>
            isOwn ? send(releaseCase, { params }) : send(takeCase, { params }, { errorMessage: "It wasn't assigned" }),
          )
        }
      >
        {isOwn ? "Unassign" : "Assign to me"}
      </Button>
    </Flex>
  );
}

/** Undoes the decision of a case, which is then open again. */
function useReopen(detail: CaseDetail) {
  const reload = useReload(detail);
  return async (reason: string) => {
    const { caseId } = detail;
    await send(reopenCase, { params: { caseId }, body: { reason } }, { errorMessage: "It wasn't undone" });
    await reload();
    toast.success("Undone: it is open again");
  };
}

function Actions({ detail }: { readonly detail: CaseDetail }) {
  const reload = useReload(detail);
  const reopen = useReopen(detail);
  const { caseId, appeal } = detail;
  const params = { caseId };
  const restoreFrom = appeal?.restoreFrom ?? "";
  const isStale = useRef(false);
  const isEarly = !appeal?.own && restoreFrom > new Date().toISOString();
  const actions = detail.actions.filter((action) =>
    appeal?.own ? action === "close" : !(isEarly && action === "restore"),
  );
  if (actions.length === 0) return null;

  async function readMails(action: CaseAction, draft: Draft) {
    const body = { action, ...draft };
    return (await send(previewCaseMails, { params, body }, { inPlace: ["invalid_request"] })).mails;
  }

  async function decide(action: CaseAction, texts: DecisionTexts) {
    const version = detail.order && isOrderAction(action) ? { orderVersion: detail.order.version } : {};
    const body = { action, expected: "open", ...version, ...texts } as const;
    const decided = await send(decideCase, { params, body }, { inPlace: ["case_taken", "case_closed"] }).catch(
      async (error: unknown) => {
        // The item may be taken now, or its order changed, which its state here then shows. A closed one loses this dialog.
        if (error instanceof ApiError && error.code === "case_closed") isStale.current = true;
        else await reload();
        throw error;
      },
    );
    const undo = () => void reopen("Decided by mistake.").catch(() => undefined);
    toast.success(ACTION_TEXTS[action].done, decided.undoable ? { label: "Undo", run: undo } : undefined);
    await reload();
  }

  return (
    <Stack gap="3">
      {isEarly && (
        <Text color="fg.muted" textStyle="sm">
          You can put it back from <DateTime value={restoreFrom} pattern={DISPLAY.momentFormat} />. Until then, keep it
          down or leave this item here.
        </Text>
      )}
      <DecisionButtons
        actions={actions}
        subject={detail.title ?? KIND_NAMES[detail.kind]}
        evidenceDraft={detail.order?.evidenceDraft}
        moreReasons={{ ...(appeal?.reported ? REPORTED_REASONS : {}), close: CLOSING_REASONS[detail.kind] ?? [] }}
        readMails={readMails}
        onDecide={decide}
        onClose={() => isStale.current && void reload()}
      />
    </Stack>
  );
}

/** Who closed the case, when and why. */
function Closing({ detail }: { readonly detail: CaseDetail }) {
  const [isUndoing, setUndoing] = useState(false);
  const reopen = useReopen(detail);
  const reload = useReload(detail);
  const isStale = useRef(false);
  const { closedBy, closedAt, outcome, answer, reason, rule, undoable } = detail;
  const undo = (why: string) =>
    reopen(why).catch((error: unknown) => {
      isStale.current = true;
      throw error;
    });
  function close() {
    setUndoing(false);
    if (isStale.current) void reload();
  }
  return (
    <Part title={formatOutcome(outcome)}>
      <Text color="fg.muted" textStyle="sm">
        {closedAt && <DateTime value={closedAt} pattern={DISPLAY.momentFormat} />}
        {closedBy && (
          <>
            {" by "}
            <PersonName person={closedBy} showsHandle />
          </>
        )}
      </Text>
      {answer && <Quote>{answer}</Quote>}
      {reason && (answer ? <Text textStyle="sm">{reason}</Text> : <Quote>{reason}</Quote>)}
      {rule && <Text textStyle="sm">{rule}</Text>}
      {undoable && (
        <Button justifySelf="start" size="sm" variant="outline" colorPalette="neutral" onClick={() => setUndoing(true)}>
          Undo
        </Button>
      )}
      {isUndoing && <UndoDialog outcome={outcome} onUndo={undo} onClose={close} />}
    </Part>
  );
}

function Appeal({ detail }: { readonly detail: CaseDetail }) {
  const { appeal, kind } = detail;
  if (!appeal) return null;
  const { reason, restoreFrom, reported, own } = appeal;
  const isSuspension = kind === "appeal";
  return (
    <Part title={isSuspension ? "The suspension" : "The takedown"}>
      <Facts>
        <div>
          <dt>{isSuspension ? "Suspended because" : "Taken down because"}</dt>
          <dd>{reason}</dd>
        </div>
        {restoreFrom && (
          <div>
            <dt>The artwork can return from</dt>
            <dd>
              <DateTime value={restoreFrom} pattern={DISPLAY.momentFormat} />
              {reported && ", unless the reporter goes to court"}
            </dd>
          </div>
        )}
      </Facts>
      {own && <Notice>{MESSAGES.appealOfOwnDecision}.</Notice>}
    </Part>
  );
}

const SIDE_BY_SIDE = { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } as const;

function Known({ detail }: { readonly detail: CaseDetail }) {
  const { kind, artwork, announcement, href, caseId } = detail;
  const artist = detail.seller ?? artwork?.owner ?? announcement?.owner;
  const sides = [
    ...(detail.reported && !artist ? [{ title: "Reported account", account: detail.reported }] : []),
    // Who answers a takedown is the artist, who is shown as such already.
    ...(artist && artist.person.id !== detail.writer?.person.id ? [{ title: "Artist", account: artist }] : []),
  ];
  return (
    <Part title="What is known">
      <Facts>
        <Author detail={detail} />
        {detail.order && <OrderFacts order={detail.order} reason={caseId} />}
        {sides.map(({ title, account }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <AccountFacts account={account} />
              <PersonLink account={account} reason={caseId} />
            </dd>
          </div>
        ))}
        {href && kind === "notice" && (
          <div>
            <dt>Reported address</dt>
            <dd>
              <PagePath path={new URL(href).pathname} isVisible={!artwork || artwork.state === "visible"} />
            </dd>
          </div>
        )}
        <div>
          <dt>Number</dt>
          <dd>
            <chakra.code userSelect="all">{caseId}</chakra.code>
          </dd>
        </div>
      </Facts>
    </Part>
  );
}

/** The reported announcement as its readers saw it. */
function ReportedAnnouncement({ detail }: { readonly detail: CaseDetail }) {
  if (!detail.announcement) return null;
  const { announcementId, announcementTitle, announcementText, artworks, publishAt, status } =
    detail.announcement.announcement;
  const { deletedAt } = detail.announcement;
  return (
    <Part title="The announcement">
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {status === "published" && !deletedAt ? (
          <SiteLink to={`/announcement/${announcementId}`}>{announcementTitle}</SiteLink>
        ) : (
          announcementTitle
        )}
      </Text>
      <Text textStyle="sm" color="fg.muted" marginBottom="2">
        <DateTime value={publishAt} pattern={DISPLAY.momentFormat} />
        {status === "taken_down" && ", taken down"}
        {deletedAt && (
          <>
            , deleted by its artist on <DateTime value={deletedAt} pattern={DISPLAY.momentFormat} />, who can put it
            back for a day
          </>
        )}
      </Text>
      <Quote>{announcementText}</Quote>
      {artworks.length > 0 && (
        <Text textStyle="sm" marginTop="2">
          With {artworks.map(({ artworkTitle }) => artworkTitle).join(", ")}
        </Text>
      )}
    </Part>
  );
}

/** The facts and actions of a case, beside the reported picture or below those to compare. */
function Decision({ detail }: { readonly detail: CaseDetail }) {
  const { artwork, copies, order, kind, status, repliesTo } = detail;
  const figures = [
    ...(order ? [<OrderFigure key={order.orderId} order={order} sizes="(min-width: 62em) 26rem, 92vw" />] : []),
    ...[...(artwork ? [artwork] : []), ...copies].map((each) => (
      <ReviewedArtworkFigure key={each.card.artworkId} artwork={each} sizes="(min-width: 62em) 26rem, 92vw" />
    )),
  ];
  const facts = (
    <Stack gap="7">
      <Known detail={detail} />
      {kind === "ticket" && (
        <Text color="fg.muted" textStyle="sm">
          This page takes no mail: replies to your answer arrive at {repliesTo}, with this number in their subject. Look
          for them there.
        </Text>
      )}
      {status === "open" ? <Actions detail={detail} /> : <Closing detail={detail} />}
    </Stack>
  );
  if (figures.length === 0) return facts;
  const isCompared = figures.length > 1;
  return (
    <>
      <Box display="grid" gap="6" gridTemplateColumns={SIDE_BY_SIDE}>
        {figures}
        {!isCompared && facts}
      </Box>
      {isCompared && facts}
    </>
  );
}

/** Moves the focus to the case once it is opened or decided, unless it is in a part of the page that is still there. */
function useCaseFocus(status: CaseDetail["status"]) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a decision changes the status
  useEffect(() => {
    // After a closing dialog and the navigation have placed it.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.tagName === "MAIN")
        heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [status]);
  return heading;
}

function Detail({ detail }: { readonly detail: CaseDetail }) {
  const { kind, title, text, caseId, created, dueAt, status } = detail;
  const heading = useCaseFocus(status);
  const isOpen = status === "open";
  return (
    <Stack as="article" gap="7" aria-labelledby="case-title">
      <chakra.header>
        <Heading as="h2" size="2xl" id="case-title" overflowWrap="anywhere" ref={heading} tabIndex={-1} outline="none">
          {title ?? KIND_NAMES[kind]}
        </Heading>
        <Flex gap="3" wrap="wrap" align="center" marginTop="2" textStyle="sm" color="fg.muted">
          <Badge>{KIND_NAMES[kind]}</Badge>
          <span>
            Since <DateTime value={created} pattern={DISPLAY.momentFormat} />
          </span>
          {isOpen && (
            <span>
              Due <DateTime value={dueAt} pattern={DISPLAY.momentFormat} />
            </span>
          )}
        </Flex>
      </chakra.header>
      {isOpen && <Taking detail={detail} />}
      {text && (
        <Part title={WRITTEN[kind] ?? "Report"}>
          <Quote>{text}</Quote>
        </Part>
      )}
      <Appeal detail={detail} />
      <ReportedAnnouncement detail={detail} />
      {kind === "conversation" && <Conversation caseId={caseId} />}
      <Decision detail={detail} />
    </Stack>
  );
}

/** One item of the queue, with everything that is needed to decide it. */
export function CaseView({ caseId }: { readonly caseId: CaseId }) {
  const [params] = useSearchParams();
  const read = useRead(readCase, { params: { caseId } });
  return (
    <>
      <Box hideFrom="lg" marginBottom="4">
        <SiteLink to={`/admin/queue${params.size > 0 ? `?${params}` : ""}`}>
          <ArrowLeft size={18} aria-hidden /> Queue
        </SiteLink>
      </Box>
      <ReadResult read={read} fallback={<SkeletonBlocks count={4} mb="4" />}>
        {(detail) => <Detail detail={detail} />}
      </ReadResult>
    </>
  );
}
