import { Badge, Button, chakra, Flex } from "@chakra-ui/react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Reply } from "#shared/model/community.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { ReportButton } from "#web/features/help/report-button.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { WrittenTime } from "#web/ui/date-time.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { MissingButton } from "#web/ui/missing-part.tsx";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";
import { type CommentDraft, useIsKept } from "./comment-drafts.ts";
import { CommentEditor } from "./lazy-comment-editor.tsx";

const DeleteComment = lazyPart(() => import("./delete-comment.tsx"), MissingButton);

const Item = chakra("li", { base: { display: "flex", gap: "3.5", outline: "none" } });

interface CommentItemProps {
  readonly comment: Reply;
  readonly isByArtist: boolean;
  /** True for a comment of the signed-in user. */
  readonly isOwn: boolean;
  readonly canDelete: boolean;
  /** True where only named people see it, so that nobody else could judge a report. */
  readonly isPrivate?: boolean;
  readonly onEdit: (text: string) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
  readonly draft?: CommentDraft | undefined;
  /** Offered for a comment that can be replied to. */
  readonly replyButton?: ReactNode;
  /** The thread below it. */
  readonly children?: ReactNode;
}

/** One comment or reply; its author can edit it in place. */
export function CommentItem({ comment, replyButton, children, ...props }: CommentItemProps) {
  const { author, commentId, commentContent, created, edited, parent } = comment;
  const { isByArtist, isOwn, canDelete, isPrivate, onEdit, onDelete, draft } = props;
  const [wantsEditor, setEditing] = useState<boolean | null>(null);
  const isKept = useIsKept(draft);
  const isEditing = wantsEditor ?? (isOwn && isKept);
  const editButton = useRef<HTMLButtonElement>(null);

  /** Restores the focus to the edit button, as the focused field unmounts. */
  function close() {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  }

  return (
    <Item id={commentId}>
      <PersonAvatar person={author} size={parent === null ? "2.5rem" : "2rem"} />
      <chakra.div flex="1" minW="0">
        <Flex wrap="wrap" columnGap="2.5" rowGap="1" align="center" textStyle="sm">
          <PersonName person={author} showsHandle />
          {isByArtist && <Badge>Artist</Badge>}
          <WrittenTime created={created} edited={edited} />
        </Flex>
        {isEditing ? (
          <chakra.div mt="2">
            <CommentEditor
              label="Edit your comment"
              action="Save"
              failure="The comment wasn't changed"
              text={commentContent}
              draft={draft}
              takesFocus={wantsEditor === true}
              onCancel={close}
              onSend={async (text) => {
                await onEdit(text);
                close();
              }}
            />
          </chakra.div>
        ) : (
          <>
            <chakra.p mt="0.5" whiteSpace="pre-line" overflowWrap="anywhere">
              {commentContent}
            </chakra.p>
            <Flex mt="1" ms="-3" minH="9" wrap="wrap">
              {replyButton}
              {isOwn && (
                <Button
                  ref={editButton}
                  variant="ghost"
                  colorPalette="neutral"
                  size="sm"
                  px="3"
                  color="fg.muted"
                  aria-label="Edit your comment"
                  onClick={() => setEditing(true)}
                >
                  Edit
                </Button>
              )}
              {canDelete && <DeleteComment author={isOwn ? null : getDisplayName(author)} onDelete={onDelete} />}
              {!isPrivate && (
                <ReportButton what={`${getDisplayName(author)}'s comment`} by={author.id} part={commentId} />
              )}
            </Flex>
          </>
        )}
        {children}
      </chakra.div>
    </Item>
  );
}

/** Placeholder of a deleted comment, above its replies. */
export function DeletedComment({ comment, children }: { readonly comment: Reply; readonly children: ReactNode }) {
  return (
    <Item id={comment.commentId}>
      <Avatar src={null} name="" size="2.5rem" />
      <chakra.div flex="1" minW="0">
        <chakra.p minH="10" display="flex" alignItems="center" color="fg.muted">
          {comment.commentContent}
        </chakra.p>
        {children}
      </chakra.div>
    </Item>
  );
}
