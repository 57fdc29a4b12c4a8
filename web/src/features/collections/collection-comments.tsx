import { Box, chakra, Heading, Text } from "@chakra-ui/react";
import { useMemo, useRef } from "react";
import type { Collection, CollectionComment } from "#shared/model/collection.ts";
import { commentDrafts } from "#web/features/comments/comment-drafts.ts";
import { CommentItem } from "#web/features/comments/comment-item.tsx";
import { CommentEditor } from "#web/features/comments/lazy-comment-editor.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useCollectionComments } from "./use-collection-comments.ts";

/** Comments of a shared collection, newest first, for its owner and members. */
export default function CollectionComments({ collection }: { readonly collection: Collection }) {
  const { collectionId, owner } = collection;
  const { id: userId } = useSignedIn();
  const drafts = useMemo(() => commentDrafts(userId, collectionId), [userId, collectionId]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pages, write, edit, remove } = useCollectionComments(collectionId);
  const { items, error, isLoading } = pages;

  async function post(text: string) {
    await write(text);
    toast.success("Comment posted");
  }

  /** Focuses the heading, as the focused button unmounts with its comment. */
  async function removeComment({ commentId }: CollectionComment) {
    await remove(commentId);
    drafts.of(`edit ${commentId}`).keep("");
    toast.success("Comment deleted");
    heading.current?.focus();
  }

  return (
    <chakra.section aria-labelledby="comments" minWidth="0" maxWidth="48rem">
      <Heading as="h2" id="comments" ref={heading} tabIndex={-1} outline="none" scrollMarginTop="24">
        Comments
      </Heading>
      <Text color="fg.muted" textStyle="sm" marginTop="1" marginBottom="5">
        Only people who share this collection see them.
      </Text>
      <chakra.div marginBottom="8" minHeight="9.55rem">
        <CommentEditor
          label="Add a comment"
          action="Post"
          failure="The comment wasn't posted"
          draft={drafts.of("new")}
          onSend={post}
        />
      </chakra.div>
      {!items.length && isLoading && (
        <Box role="status" aria-label="Loading comments" display="grid" gap="5">
          <SkeletonBlocks count={2} />
        </Box>
      )}
      {!items.length && !isLoading && !error && <Text color="fg.muted">No comments yet.</Text>}
      <chakra.ul listStyle="none" display="grid" gap="6" aria-label="Comments">
        {items.map((comment) => {
          const isOwn = comment.author.id === userId;
          return (
            <CommentItem
              key={comment.commentId}
              comment={{ ...comment, parent: null }}
              isByArtist={false}
              isOwn={isOwn}
              canDelete={isOwn || owner.id === userId}
              isPrivate
              onEdit={(text) => edit(comment.commentId, text)}
              onDelete={() => removeComment(comment)}
              draft={isOwn ? drafts.of(`edit ${comment.commentId}`) : undefined}
            />
          );
        })}
      </chakra.ul>
      <ShowMore pages={pages} noun="comments" />
    </chakra.section>
  );
}
