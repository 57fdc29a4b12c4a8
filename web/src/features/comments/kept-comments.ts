import type { Comment } from "#shared/model/community.ts";
import type { DraftSubject } from "./comment-drafts.ts";

/** True while a draft of this subject is open. */
type IsOpen = (subject: DraftSubject) => boolean;

const isWritten = ({ commentId, replies }: Comment, isOpen: IsOpen) =>
  isOpen(`reply ${commentId}`) ||
  isOpen(`edit ${commentId}`) ||
  (replies?.items.some((reply) => isOpen(`edit ${reply.commentId}`)) ?? false);

/** The comment with its earlier replies that are being changed and come after those it was read with. */
function withKeptReplies(comment: Comment, earlier: Comment | undefined, isOpen: IsOpen): Comment {
  const { replies } = comment;
  if (!replies || !earlier?.replies || replies.count <= replies.items.length) return comment;
  const there = new Set(replies.items.map(({ commentId }) => commentId));
  const kept = earlier.replies.items.filter(
    ({ commentId }) => !there.has(commentId) && commentId > (replies.cursor ?? "") && isOpen(`edit ${commentId}`),
  );
  return kept.length > 0 ? { ...comment, replies: { ...replies, items: [...replies.items, ...kept] } } : comment;
}

/**
 * The comments that are read, newest first, with those of earlier that somebody is writing about and that newer ones
 * pushed beyond the last page. Ids are in the order of writing: what would stand among those that are read is deleted.
 */
export function withKept(
  read: readonly Comment[],
  hasMore: boolean,
  earlier: readonly Comment[],
  isOpen: IsOpen,
): Comment[] {
  const before = new Map(earlier.map((comment) => [comment.commentId, comment]));
  const last = read.at(-1)?.commentId ?? "";
  return [
    ...read.map((comment) => withKeptReplies(comment, before.get(comment.commentId), isOpen)),
    ...(hasMore ? earlier.filter((comment) => comment.commentId < last && isWritten(comment, isOpen)) : []),
  ];
}
