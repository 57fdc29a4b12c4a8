import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { listReplies } from "#shared/contract/community.ts";
import type { Person } from "#shared/model/account.ts";
import type { Comment, Reply } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { useUser } from "#web/session/use-session.ts";
import { type CommentDrafts, useIsKept } from "./comment-drafts.ts";
import { CommentItem, DeletedComment } from "./comment-item.tsx";
import { CommentEditor } from "./lazy-comment-editor.tsx";

/** Mutations of an artwork's comments. */
export interface CommentActions {
  readonly reply: (comment: Comment, text: string) => Promise<unknown>;
  readonly edit: (comment: Reply, text: string) => Promise<unknown>;
  readonly remove: (comment: Reply) => Promise<unknown>;
}

interface CommentThreadProps {
  readonly comment: Comment;
  readonly artworkId: ArtworkId;
  /** The artist, who may delete any comment here. */
  readonly owner: Person;
  /** Revision of the shown comments; a new one makes threads reload their further replies. */
  readonly revision: number | undefined;
  readonly actions: CommentActions;
  /** The signed-in user's drafts; null for visitors. */
  readonly drafts: CommentDrafts | null;
}

/** A comment, its replies and the reply form. */
export function CommentThread({ comment, artworkId, owner, revision, actions, drafts }: CommentThreadProps) {
  const user = useUser();
  const [wantsForm, setReplying] = useState<boolean | null>(null);
  const draft = drafts?.of(`reply ${comment.commentId}`);
  const isKept = useIsKept(draft);
  const isReplying = !comment.deleted && (wantsForm ?? isKept);
  const replyButton = useRef<HTMLButtonElement>(null);
  const name = getDisplayName(comment.author);

  /** Restores the focus to the reply button, as the focused field unmounts. */
  function close() {
    flushSync(() => setReplying(false));
    replyButton.current?.focus();
  }

  async function open() {
    if (user || (await askToLogIn("reply"))) setReplying(true);
  }

  const getProps = (item: Reply) => {
    const isOwn = item.author.id === user?.id;
    return {
      comment: item,
      isByArtist: item.author.id === owner.id,
      isOwn,
      canDelete: isOwn || user?.id === owner.id,
      onEdit: (text: string) => actions.edit(item, text),
      onDelete: () => actions.remove(item),
      draft: isOwn ? drafts?.of(`edit ${item.commentId}`) : undefined,
    };
  };

  const below = (
    <>
      {comment.replies && (
        <Replies artworkId={artworkId} comment={comment} replies={comment.replies} revision={revision}>
          {(reply) => <CommentItem key={reply.commentId} {...getProps(reply)} />}
        </Replies>
      )}
      {isReplying && user && (
        <chakra.div mt="3">
          <CommentEditor
            label={`Reply to ${name}`}
            action="Reply"
            failure="The reply wasn't posted"
            draft={draft}
            takesFocus={wantsForm === true}
            onCancel={close}
            onSend={async (text) => {
              await actions.reply(comment, text);
              close();
            }}
          />
        </chakra.div>
      )}
    </>
  );
  if (comment.deleted) return <DeletedComment comment={comment}>{below}</DeletedComment>;
  return (
    <CommentItem
      {...getProps(comment)}
      replyButton={
        <Button
          ref={replyButton}
          variant="ghost"
          colorPalette="neutral"
          size="sm"
          px="3"
          color="fg.muted"
          aria-label={`Reply to ${name}`}
          aria-expanded={isReplying}
          onClick={() => void open()}
        >
          Reply
        </Button>
      }
    >
      {below}
    </CommentItem>
  );
}

interface RepliesProps extends Pick<CommentThreadProps, "artworkId" | "revision"> {
  readonly comment: Comment;
  readonly replies: NonNullable<Comment["replies"]>;
  readonly children: (reply: Reply) => React.ReactNode;
}

const sortReplies = (replies: readonly Reply[]) =>
  [...new Map(replies.map((reply) => [reply.commentId, reply])).values()].sort((one, other) =>
    one.commentId < other.commentId ? -1 : 1,
  );

/** The replies included with a comment, and further ones on request. */
function Replies({ artworkId, comment, replies, revision, children }: RepliesProps) {
  const { commentId, author } = comment;
  const [isWhole, setWhole] = useState(false);
  const rest = useReadPages(listReplies, isWhole ? { params: { artworkId, commentId } } : null);
  const { reload, first } = rest;
  const readAt = useRef(revision);
  useEffect(() => {
    if (readAt.current !== revision && first) reload();
    readAt.current = revision;
  }, [revision, first, reload]);

  const loaded = sortReplies([...rest.items, ...replies.items]);
  const more = replies.count - loaded.length;
  // The user's own new replies follow those not loaded yet.
  const gap =
    more > 0
      ? loaded.findLastIndex((reply) => reply.commentId <= (rest.items.at(-1)?.commentId ?? replies.cursor ?? "")) + 1
      : loaded.length;
  const [before, after] = [loaded.slice(0, gap), loaded.slice(gap)];
  const loadMore = () => (isWhole ? rest.loadMore() : setWhole(true));
  const isLoading = rest.isLoading || rest.isLoadingMore;
  return (
    <chakra.div mt="3" ps={{ base: "0", sm: "1" }}>
      <chakra.ul listStyle="none" display="grid" gap="4" aria-label={`Replies to ${getDisplayName(author)}`}>
        {before.map(children)}
      </chakra.ul>
      {more > 0 && (
        <Button
          variant="ghost"
          colorPalette="neutral"
          size="sm"
          mt="2"
          ms="-3"
          aria-disabled={isLoading}
          onClick={() => !isLoading && loadMore()}
        >
          {isLoading ? "Loading…" : rest.error ? "Try again" : `Show ${more} more ${more === 1 ? "reply" : "replies"}`}
        </Button>
      )}
      {after.length > 0 && (
        <chakra.ul listStyle="none" display="grid" gap="4" mt="3" aria-label="Your replies">
          {after.map(children)}
        </chakra.ul>
      )}
    </chakra.div>
  );
}
