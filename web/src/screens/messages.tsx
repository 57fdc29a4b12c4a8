import { Box, chakra, Heading } from "@chakra-ui/react";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useParams } from "react-router-dom";
import { ThreadId } from "#shared/model/ids.ts";
import { ThreadList } from "#web/features/messages/thread-list.tsx";
import { ThreadView } from "#web/features/messages/thread-view.tsx";
import { useThreads } from "#web/features/messages/use-threads.ts";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";

const Panes = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "24rem minmax(0, 1fr)" },
    minHeight: "calc(100dvh - 4rem)",
  },
});

/** Room for the cookie notice, which covers the end of the separately scrolling list. */
const ROOM_FOR_CONSENT = { paddingBottom: { lg: "48" }, scrollPaddingBottom: { lg: "48" } };

/** Beside the inbox, which says it alone if it is empty. */
function NoThread() {
  const { items } = useThreads();
  if (items.length === 0) return null;
  return (
    <Box hideBelow="lg" display="grid" placeItems="center" alignContent="center" gap="3" color="fg.muted">
      <MessagesSquare size={32} aria-hidden />
      Choose a conversation
    </Box>
  );
}

/** The inbox, and beside it one thread; a phone shows one of the two. */
export default function Messages() {
  const { id } = useParams();
  const threadId = id === undefined ? undefined : ThreadId.safeParse(id);
  if (threadId && !threadId.success) return <NotFoundRedirect />;
  return (
    <PageContainer title="Messages" pt="0" pb="0" px={{ base: "0", lg: "8" }} maxW="90rem">
      <Panes>
        <Box
          hideBelow={threadId ? "lg" : undefined}
          borderEndWidth={{ base: "0", lg: "1px" }}
          borderColor="border.muted"
          height={{ lg: "calc(100dvh - 4rem)" }}
          overflowY={{ lg: "auto" }}
          css={{ "html:not([data-consented]) body:has([data-consent]) &": ROOM_FOR_CONSENT }}
        >
          <Heading as={threadId ? "h2" : "h1"} size="3xl" px="4" pt={{ base: "6", lg: "8" }} pb="4">
            Messages
          </Heading>
          <SectionBoundary>
            <ThreadList current={threadId?.data} />
          </SectionBoundary>
        </Box>
        {threadId?.data ? (
          <SectionBoundary>
            <ThreadView key={threadId.data} threadId={threadId.data} />
          </SectionBoundary>
        ) : (
          <NoThread />
        )}
      </Panes>
    </PageContainer>
  );
}
