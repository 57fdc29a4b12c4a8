import { Box, Button, chakra, Flex, Heading, Text } from "@chakra-ui/react";
import { type ComponentProps, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "#shared/format.ts";
import type { Person } from "#shared/model/account.ts";
import type { Comment, Reply } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { useSession, useUser } from "#web/session/use-session.ts";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { commentDrafts } from "./comment-drafts.ts";
import { CommentThread } from "./comment-thread.tsx";
import { CommentEditor } from "./lazy-comment-editor.tsx";
import { useComments } from "./use-comments.ts";

const LiveComments = lazyPart(() => import("./live-comments.tsx"), null);

/** Milliseconds until an open page starts polling; its list was fresh when it opened. */
const LIVE_AFTER_MS = 3_000;

/** True some time after the first render, so that polling code doesn't load with the page. */
function useIsLive() {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLive(true), LIVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLive;
}

const listIds = (comments: readonly Comment[]) =>
  comments.flatMap(({ commentId, replies }) => [commentId, ...(replies?.items ?? []).map((reply) => reply.commentId)]);

/** Ids are in chronological order. */
const findNewest = (comments: readonly Comment[]) =>
  listIds(comments).reduce((one, other) => (one > other ? one : other), "");

interface Arrivals {
  /** The newest comment before the arrivals. */
  readonly after: string;
  /** True if they wait behind a button, because inserting them would shift the text that the user reads. */
  readonly areHeld: boolean;
}

interface CommentsProps {
  readonly artworkId: ArtworkId;
  /** The artist, who may delete any comment here. */
  readonly owner: Person;
  /** Total number of comments. */
  readonly count: number;
}

function CommentSkeletons() {
  return (
    <Box role="status" aria-label="Loading comments" display="grid" gap="5">
      <SkeletonBlocks count={3} />
    </Box>
  );
}

/** Height of the form: its label, 5rem of text and a line with a button. */
const FORM_HEIGHT = "9.55rem";

/** Reserves the height while the session is unknown or the form loads. */
const EditorPlace = chakra("div", {
  base: {
    "&[data-session=authenticated]": { minH: FORM_HEIGHT },
    "&[data-session=starting]": { "[data-returning] &": { minH: FORM_HEIGHT } },
  },
});

interface LoginHintProps {
  readonly isHidden: boolean;
  readonly onLoggedIn: () => void;
}

function LoginHint({ isHidden, onLoggedIn }: LoginHintProps) {
  async function ask() {
    if (await askToLogIn("comment")) onLoggedIn();
  }

  return (
    <Flex
      wrap="wrap"
      align="center"
      justify="space-between"
      gap="3"
      ps="5"
      pe="3"
      py="3"
      borderRadius="l3"
      bg="bg.subtle"
      visibility={isHidden ? "hidden" : undefined}
    >
      <Text color="fg.muted">Log in to join the conversation.</Text>
      <Button variant="outline" colorPalette="neutral" size="sm" onClick={() => void ask()}>
        Log in to comment
      </Button>
    </Flex>
  );
}

type NewCommentProps = Pick<ComponentProps<typeof CommentEditor>, "draft" | "onSend">;

/** The form for a new comment, or a button to log in. */
function NewComment({ draft, onSend }: NewCommentProps) {
  const { status, user } = useSession();
  const [wantsForm, setWantsForm] = useState(false);
  return (
    <EditorPlace data-session={status} mb="8">
      {user ? (
        <CommentEditor
          label="Add a comment"
          action="Post"
          failure="The comment wasn't posted"
          draft={draft}
          takesFocus={wantsForm}
          onSend={onSend}
        />
      ) : (
        <LoginHint isHidden={status === "starting"} onLoggedIn={() => setWantsForm(true)} />
      )}
    </EditorPlace>
  );
}

/** An artwork's comments, newest first, with live updates. */
export function Comments({ artworkId, owner, count }: CommentsProps) {
  const user = useUser();
  const userId = user?.id;
  const drafts = useMemo(() => (userId ? commentDrafts(userId, artworkId) : null), [userId, artworkId]);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [arrivals, setArrivals] = useState<Arrivals | null>(null);
  // A link to a comment shows new ones immediately, as it may be newer than the rendered page.
  const { pages, items, refresh, write, edit, remove } = useComments(
    artworkId,
    (given) => !window.location.hash && expectArrivals(given),
  );
  const isLive = useIsLive();
  const { error, isLoading, first } = pages;
  const isNew = ({ commentId, author }: Reply) =>
    arrivals !== null && commentId > arrivals.after && author.id !== user?.id;
  const arrived = items.flatMap((item) => [item, ...(item.replies?.items ?? [])]).filter(isNew).length;
  const shown = arrivals?.areHeld ? withoutNew(items, isNew) : items;

  function expectArrivals(known: readonly Comment[]) {
    const { current } = list;
    const isReading = current
      ? current.getBoundingClientRect().top < 0 || current.querySelector("textarea:focus") !== null
      : false;
    setArrivals((before) => (before?.areHeld ? before : { after: findNewest(known), areHeld: isReading }));
  }

  function takeChanges() {
    expectArrivals(items);
    refresh();
  }

  function showArrivals() {
    setArrivals(null);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }

  async function postComment(text: string) {
    await write(text);
    toast.success("Comment posted");
  }

  async function reply(comment: Comment, text: string) {
    await write(text, comment);
    toast.success("Reply posted");
  }

  /** Focuses the heading, as the focused button unmounts with its comment. */
  async function removeComment(comment: Reply) {
    await remove(comment);
    drafts?.of(`edit ${comment.commentId}`).keep("");
    toast.success("Comment deleted");
    heading.current?.focus();
  }

  return (
    <chakra.section aria-labelledby="comments" minW="0" maxW="48rem">
      <Heading as="h2" id="comments" ref={heading} tabIndex={-1} outline="none" mb="5" scrollMarginTop="24">
        Comments
        {count > 0 && (
          <chakra.span color="fg.muted" fontWeight="normal">
            {` ${formatCount(count)}`}
          </chakra.span>
        )}
      </Heading>
      <NewComment draft={drafts?.of("new")} onSend={postComment} />
      {!items.length && isLoading && <CommentSkeletons />}
      {!items.length && !isLoading && !error && (
        <Text color="fg.muted">{user ? "No comments yet. Be the first." : "No comments yet."}</Text>
      )}
      {/* Without height, so that it shifts nothing. */}
      <Flex position="sticky" top="20" zIndex="1" height="0" justify="center" align="flex-start">
        {arrivals?.areHeld && arrived > 0 && (
          <Button size="sm" flexShrink="0" boxShadow="md" animation="appear 180ms" onClick={showArrivals}>
            {countLabel(arrived, "new comment")}
          </Button>
        )}
      </Flex>
      <chakra.span srOnly role="status">
        {arrived > 0 ? countLabel(arrived, "new comment") : ""}
      </chakra.span>
      <chakra.ul ref={list} listStyle="none" display="grid" gap="6" aria-label="Comments">
        {shown.map((comment) => (
          <CommentThread
            key={comment.commentId}
            comment={comment}
            artworkId={artworkId}
            owner={owner}
            revision={first?.revision}
            actions={{ reply, edit, remove: removeComment }}
            drafts={drafts}
          />
        ))}
      </chakra.ul>
      <ShowMore pages={pages} noun="comments" />
      {isLive && <LiveComments artworkId={artworkId} revision={first?.revision} onChange={takeChanges} />}
    </chakra.section>
  );
}

function withoutNew(comments: readonly Comment[], isNew: (comment: Reply) => boolean): readonly Comment[] {
  return comments
    .filter((comment) => !isNew(comment))
    .map((comment) => {
      const { replies, ...alone } = comment;
      const items = replies?.items.filter((reply) => !isNew(reply)) ?? [];
      const held = (replies?.items.length ?? 0) - items.length;
      if (!replies || held === 0) return comment;
      const count = replies.count - held;
      return count > 0 ? { ...alone, replies: { ...replies, items, count } } : alone;
    });
}
