import { Button } from "@chakra-ui/react";
import { Confirm } from "#web/ui/confirm.tsx";

interface DeleteCommentProps {
  /** The author's name; null for the user's own comment. */
  readonly author: string | null;
  readonly onDelete: () => Promise<unknown>;
}

/** Loaded for users who may delete a comment, so that visitors don't download dialogs. */
export default function DeleteComment({ author, onDelete }: DeleteCommentProps) {
  const whose = author === null ? "your comment" : `the comment by ${author}`;
  return (
    <Confirm
      title={`Delete ${whose}?`}
      text="It is removed for everyone and can't be restored."
      action="Delete comment"
      onConfirm={onDelete}
      trigger={
        <Button variant="ghost" colorPalette="neutral" size="sm" px="3" color="fg.muted" aria-label={`Delete ${whose}`}>
          Delete
        </Button>
      }
    />
  );
}
