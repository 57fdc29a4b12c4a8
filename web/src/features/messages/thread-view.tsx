import { Box, Button, chakra, Flex, IconButton } from "@chakra-ui/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { ThreadId } from "#shared/model/ids.ts";
import type { OpenThread } from "#shared/model/message.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { ApiError } from "#web/api/response.ts";
import { ReportButton } from "#web/features/help/report-button.tsx";
import { OfferButton } from "#web/features/offers/offer-button.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { BlockButton } from "./block-button.tsx";
import { Composer } from "./composer.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import { useMessageDraft } from "./message-draft.ts";
import { RefundRequest } from "./refund-request.tsx";
import { SubjectPicture } from "./subject-picture.tsx";
import { useThread } from "./use-threads.ts";

type ShownThread = OpenThread["thread"];

const subjectPath = ({ kind, id }: ShownThread["subject"]) => (kind === "order" ? `/orders/${id}` : `/artwork/${id}`);

function ThreadHeader({ thread }: { readonly thread: ShownThread }) {
  const { subject, person } = thread;
  const about = `${subject.kind === "order" ? "Order for" : "About"} ${subject.title}`;
  return (
    <Flex
      as="header"
      align="center"
      gap="3"
      px={{ base: "3", md: "5" }}
      py="3"
      borderBottomWidth="1px"
      borderColor="border.muted"
    >
      <IconButton asChild hideFrom="lg" variant="ghost" colorPalette="neutral" p="0" aria-label="All messages">
        <Link to="/messages">
          <ArrowLeft aria-hidden />
        </Link>
      </IconButton>
      <SubjectPicture subject={subject} side="3rem" />
      <Box flex="1" minW="0">
        <chakra.h1 fontFamily="body" textStyle="md" lineHeight="short">
          <PersonName person={person} showsHandle />
        </chakra.h1>
        <chakra.p textStyle="sm" color="fg.muted" truncate>
          {subject.picture ? (
            <SiteLink to={subjectPath(subject)} display="block" truncate>
              {about}
            </SiteLink>
          ) : (
            about
          )}
        </chakra.p>
      </Box>
      {person.name !== null && (
        <BlockButton thread={thread} variant="ghost" colorPalette="neutral" size="sm" px="3" color="fg.muted" />
      )}
    </Flex>
  );
}

/** Visible height above a phone's keyboard, which covers the page on some systems. */
function useVisibleHeight() {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const { visualViewport } = window;
    const measure = () => setHeight(visualViewport?.height);
    visualViewport?.addEventListener("resize", measure);
    return () => visualViewport?.removeEventListener("resize", measure);
  }, []);
  return height;
}

/** Fills the window below the header, so that the latest message and the field are always visible. */
const Pane = chakra("section", {
  base: {
    display: "flex",
    flexDirection: "column",
    minWidth: 0,
    height: "calc(var(--visible, 100dvh) - 4rem)",
    minHeight: "20rem",
    // Room for the cookie notice, which is as wide as the page on phones.
    "html:not([data-consented]) body:has([data-consent]) &": { paddingBottom: { base: "40", md: "48" } },
  },
});

function ThreadMessages({
  thread,
  state,
}: {
  readonly thread: ShownThread;
  readonly state: ReturnType<typeof useThread>;
}) {
  const { pages, write } = state;
  const { items, hasMore, isLoadingMore, loadMore, reload } = pages;
  const { id: userId } = useSignedIn();
  const draft = useMessageDraft(userId, thread.threadId);
  const [sending, setSending] = useState<string | null>(null);
  const name = getDisplayName(thread.person);

  async function post(text: string) {
    setSending(text);
    try {
      await write(text);
      draft.setText("");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setSending(null);
    }
  }

  return (
    <>
      {/* Reversed, so that browsers keep the end in view as messages arrive and the window resizes. */}
      <Box
        flex="1"
        minH="0"
        overflowY="auto"
        overscrollBehavior="contain"
        display="flex"
        flexDirection="column-reverse"
      >
        <Box width="full" maxW="52rem" mx="auto" mb="auto" px={{ base: "3", md: "5" }} py="4">
          {hasMore && (
            <Flex justify="center" mb="4">
              <Button
                size="sm"
                variant="outline"
                colorPalette="neutral"
                aria-disabled={isLoadingMore}
                onClick={loadMore}
              >
                {isLoadingMore ? "Loading…" : "Show earlier messages"}
              </Button>
            </Flex>
          )}
          <chakra.ol listStyleType="none" display="grid" gap="1.5" aria-label="Messages" aria-live="polite">
            {items.toReversed().map(({ messageId, own, created, ...message }) => (
              <MessageBubble key={messageId} id={messageId} {...message} own={own} author={name}>
                <RelativeTime value={created} />
                {!own && <ReportButton what="this conversation" by={thread.person.id} threadId={thread.threadId} />}
              </MessageBubble>
            ))}
            {sending !== null && (
              <MessageBubble kind="text" content={sending} own author={name}>
                Sending…
              </MessageBubble>
            )}
          </chakra.ol>
          <Box mt="3" _empty={{ display: "none" }}>
            <RefundRequest
              thread={thread}
              onDecline={(reason) => write(reason, "refundDeclined")}
              onRefunded={reload}
            />
          </Box>
        </Box>
      </Box>
      {thread.blocked || thread.person.name === null ? (
        <chakra.p px="5" py="4" borderTopWidth="1px" borderColor="border.muted" color="fg.muted" textAlign="center">
          {thread.blocked ? `You blocked ${name}.` : "This account was closed."}
        </chakra.p>
      ) : (
        <Box borderTopWidth="1px" borderColor="border.muted">
          <Box width="full" maxW="52rem" mx="auto" px={{ base: "3", md: "5" }} pt="3" _empty={{ display: "none" }}>
            <OfferButton thread={thread} />
          </Box>
          <Composer
            text={sending === null ? draft.text : ""}
            onChange={draft.setText}
            onSend={(text) => void post(text)}
            isSending={sending !== null}
          />
        </Box>
      )}
    </>
  );
}

/** One thread: its subject, messages and message field. */
export function ThreadView({ threadId }: { readonly threadId: ThreadId }) {
  const state = useThread(threadId);
  const height = useVisibleHeight();
  const { first, error, reload } = state.pages;
  return (
    <Pane aria-label="Conversation" style={height ? ({ "--visible": `${height}px` } as object) : undefined}>
      <ReadResult
        read={{ data: first, error, mutate: reload }}
        fallback={
          <Box role="status" aria-label="Loading the conversation" p="5" display="grid" gap="4">
            <SkeletonBlocks count={4} />
          </Box>
        }
      >
        {({ thread }) => (
          <>
            <ThreadHeader thread={thread} />
            <ThreadMessages thread={thread} state={state} />
          </>
        )}
      </ReadResult>
    </Pane>
  );
}
