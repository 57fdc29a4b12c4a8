import { Box, chakra, Flex } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { MESSAGES } from "#shared/messages.ts";
import type { Thread } from "#shared/model/message.ts";
import { formatBadgeCount } from "#web/ui/count-badge.tsx";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { SubjectPicture } from "./subject-picture.tsx";
import { useThreads } from "./use-threads.ts";

const Row = chakra(Link, {
  base: {
    display: "flex",
    gap: "3.5",
    paddingX: { base: "4", lg: "4" },
    paddingY: "3.5",
    transition: "background 120ms",
    focusVisibleRing: "inside",
    _hover: { background: "bg.muted" },
    "&[aria-current]": { background: "accent.subtle" },
  },
});

const line = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

const BY_KIND = {
  refundAsked: "Refund requested: ",
  refundDeclined: "Refund declined: ",
  offer: "Offer: ",
  request: "",
  text: "",
} as const;

function ThreadRow({ thread, isCurrent }: { readonly thread: Thread; readonly isCurrent: boolean }) {
  const { threadId, subject, person, unread, latest } = thread;
  const isUnread = unread > 0;
  return (
    <Row to={`/messages/${threadId}`} aria-current={isCurrent ? "page" : undefined}>
      <SubjectPicture subject={subject} side="3.75rem" />
      <Box flex="1" minW="0">
        <Flex gap="3" align="baseline">
          <chakra.span css={line} flex="1" fontWeight={isUnread ? "bold" : "semibold"}>
            {isUnread && <chakra.span srOnly>Unread: </chakra.span>}
            <PersonText person={person} showsHandle />
          </chakra.span>
          <chakra.span textStyle="xs" color="fg.muted" flexShrink="0">
            <RelativeTime value={latest.created} />
          </chakra.span>
        </Flex>
        <chakra.span css={line} display="block" textStyle="sm" color="fg.muted">
          {subject.kind === "order" ? "Order: " : ""}
          {subject.title}
        </chakra.span>
        <Flex gap="3" align="center">
          <chakra.span
            css={line}
            flex="1"
            dir="auto"
            textStyle="sm"
            color={isUnread ? "fg" : "fg.muted"}
            fontWeight={isUnread ? "semibold" : "normal"}
          >
            {latest.own ? "You: " : ""}
            {BY_KIND[latest.kind]}
            {latest.content}
          </chakra.span>
          {isUnread && (
            <chakra.span
              minW="5"
              h="5"
              px="1.5"
              display="grid"
              placeItems="center"
              borderRadius="full"
              bg="accent.solid"
              color="accent.contrast"
              textStyle="xs"
              fontWeight="bold"
              fontVariantNumeric="tabular-nums"
            >
              {formatBadgeCount(unread)}
              <chakra.span srOnly> unread</chakra.span>
            </chakra.span>
          )}
        </Flex>
      </Box>
    </Row>
  );
}

/** The user's threads, most recently active first. */
export function ThreadList({ current }: { readonly current: string | undefined }) {
  const pages = useThreads();
  const { items, error, isLoading, hasMore, reload } = pages;
  if (items.length === 0 && error) return <ErrorPage onRetry={reload} />;
  if (items.length === 0 && isLoading) {
    return (
      <Box role="status" aria-label="Loading your messages" p="4" display="grid" gap="3">
        <SkeletonBlocks count={4} />
      </Box>
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title={MESSAGES.noMessages}
        text="Ask an artist about a work on its page, or write to the buyer or seller from an order's page."
      />
    );
  }
  return (
    <>
      <chakra.ul listStyleType="none" aria-label="Conversations">
        {items.map((thread) => (
          <chakra.li key={thread.threadId} borderBottomWidth="1px" borderColor="border.muted">
            <ThreadRow thread={thread} isCurrent={thread.threadId === current} />
          </chakra.li>
        ))}
      </chakra.ul>
      {(hasMore || error) && <LoadMore pages={pages} noun="conversations" />}
    </>
  );
}
