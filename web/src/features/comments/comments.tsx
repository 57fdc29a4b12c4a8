import { Box, Button, chakra, Flex, Heading, Text } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { readArtwork } from "#shared/contract/artwork.ts";
import { deleteComment, editComment, listComments, writeComment } from "#shared/contract/community.ts";
import type { Person } from "#shared/model/account.ts";
import type { Comment } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { useSession } from "#web/session/use-session.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { CommentItem } from "./comment-item.tsx";
import { CommentForm } from "./lazy-comment-form.tsx";

const isSame = (one: Comment, other: Comment) => one.commentId === other.commentId;

/** An artwork's comments and their changes; each rejects when the API refuses, after showing a toast. */
function useComments(artworkId: ArtworkId) {
  const params = { artworkId };
  const pages = useReadPages(listComments, { params });
  const invalidate = useInvalidate();
  useFreshPages(pages, () => void invalidate(readArtwork, params));

  const change = (changeItems: (items: Comment[], isFirst: boolean) => Comment[]) =>
    changes.done(
      effectOn(listComments, params, (page, isFirst) => ({ ...page, items: changeItems(page.items, isFirst) })),
    );

  const count = (by: number) =>
    changes.done(
      effectOn(readArtwork, params, (detail) => ({
        ...detail,
        artwork: { ...detail.artwork, comments: Math.max(0, detail.artwork.comments + by) },
      })),
    );

  return {
    pages,
    async write(commentContent: string) {
      const body = { commentContent };
      const written = await withIdempotencyKey(`comment ${artworkId}`, body, (idempotencyKey) =>
        send(writeComment, { params, body }, { idempotencyKey }),
      );
      change((items, isFirst) => (isFirst ? [written, ...items.filter((item) => !isSame(item, written))] : items));
      if (!pages.first) pages.reload();
      count(1);
    },
    async edit({ commentId }: Comment, commentContent: string) {
      const edited = await send(editComment, { params: { artworkId, commentId }, body: { commentContent } });
      change((items) => items.map((item) => (isSame(item, edited) ? edited : item)));
    },
    async remove(comment: Comment) {
      const { commentId } = comment;
      await send(deleteComment, { params: { artworkId, commentId } }, { otherwise: "The comment wasn't deleted" });
      change((items) => items.filter((item) => !isSame(item, comment)));
      count(-1);
    },
  };
}

interface CommentsProps {
  readonly artworkId: ArtworkId;
  /** The artist, who may delete any comment here. */
  readonly owner: Person;
  /** How many there are in all. */
  readonly count: number;
}

function CommentSkeletons() {
  return (
    <Box role="status" aria-label="Loading comments" display="grid" gap="5">
      <SkeletonBlocks count={3} />
    </Box>
  );
}

/** Stands in for the form at the same height, so that nothing shifts once the session is known. */
function LoginHint({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  async function ask() {
    if (await askToLogIn("Log in to comment")) onLoggedIn();
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
    >
      <Text color="fg.muted">Log in to say something about it.</Text>
      <Button variant="outline" colorPalette="neutral" size="sm" onClick={() => void ask()}>
        Log in to comment
      </Button>
    </Flex>
  );
}

/** An artwork's comments, newest first. */
export function Comments({ artworkId, owner, count }: CommentsProps) {
  const { status, user } = useSession();
  const { pages, write, edit, remove } = useComments(artworkId);
  const heading = useRef<HTMLHeadingElement>(null);
  const [wantsForm, setWantsForm] = useState(false);
  const { items, error, isLoading } = pages;

  async function postComment(text: string) {
    await write(text);
    toast.success("Comment posted");
  }

  /** Moves the focus to the heading, because the focused button unmounts with its comment. */
  async function removeComment(comment: Comment) {
    await remove(comment);
    toast.success("Comment deleted");
    heading.current?.focus();
  }

  return (
    <chakra.section aria-labelledby="comments" minW="0" maxW="48rem">
      <Heading as="h2" id="comments" ref={heading} tabIndex={-1} outline="none" mb="5">
        Comments
        {count > 0 && (
          <chakra.span color="fg.muted" fontWeight="normal">
            {` ${count.toLocaleString("en")}`}
          </chakra.span>
        )}
      </Heading>
      <Box minH={{ base: "14", md: "15" }} mb="8">
        {user && (
          <CommentForm
            label="Add a comment"
            action="Post"
            failure="The comment wasn't posted"
            takesFocus={wantsForm}
            onSend={postComment}
          />
        )}
        {!user && status !== "starting" && <LoginHint onLoggedIn={() => setWantsForm(true)} />}
      </Box>
      {!items.length && isLoading && <CommentSkeletons />}
      {!items.length && !isLoading && !error && (
        <Text color="fg.muted">
          {user ? "Nobody has said anything yet. Be the first." : "Nobody has said anything yet."}
        </Text>
      )}
      <chakra.ul listStyle="none" display="grid" gap="6" aria-label="Comments">
        {items.map((comment) => {
          const isOwn = comment.author.id === user?.id;
          return (
            <CommentItem
              key={comment.commentId}
              comment={comment}
              isByArtist={comment.author.id === owner.id}
              isOwn={isOwn}
              canDelete={isOwn || user?.id === owner.id}
              onEdit={(text) => edit(comment, text)}
              onDelete={() => removeComment(comment)}
            />
          );
        })}
      </chakra.ul>
      <ShowMore pages={pages} noun="comments" />
    </chakra.section>
  );
}
