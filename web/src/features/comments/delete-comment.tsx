import { Button } from "@chakra-ui/react";
import { Confirm } from "#web/ui/confirm.tsx";

interface DeleteCommentProps {
  /** Whose it is; null for one's own. */
  readonly author: string | null;
  readonly onDelete: () => Promise<unknown>;
}

/** Loaded for those who may delete a comment: dialogs are no part of a visitor's page. */
export default function DeleteComment({ author, onDelete }: DeleteCommentProps) {
  const whose = author === null ? "your comment" : `the comment by ${author}`;
  return (
    <Confirm
      title={`Delete ${whose}?`}
      text="It disappears for everyone and can't be brought back."
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
