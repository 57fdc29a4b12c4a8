import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { Comment } from "#shared/model/community.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { CommentDrafts, DraftSubject } from "./comment-drafts.ts";
import CommentEditor from "./comment-editor.tsx";

interface LostDraftsProps {
  readonly drafts: CommentDrafts;
  readonly comments: readonly Comment[];
  /** Whether these are all comments there are. */
  readonly areAll: boolean;
  /** Posts a new comment. */
  readonly onSend: (text: string) => Promise<unknown>;
}

const WORDS = {
  reply: {
    label: "Your reply",
    text: "The comment that you were replying to was deleted. What you wrote is kept here.",
  },
  edit: {
    label: "Your changed comment",
    text: "Your comment was deleted while you were changing it. What you wrote is kept here.",
  },
} as const;

/** The subjects whose comment is gone: one that was there before, or that would have to be among the comments. */
function lostOf(subjects: readonly DraftSubject[], seen: ReadonlySet<string>, { comments, areAll }: LostDraftsProps) {
  const there = idsOf(comments);
  const areAllReplies = comments.every(({ replies }) => !replies || replies.count <= replies.items.length);
  return subjects.flatMap((subject) => {
    const [kind, id = ""] = subject.split(" ");
    if ((kind !== "reply" && kind !== "edit") || there.has(id)) return [];
    const wasSeen = seen.has(id);
    const isGone = wasSeen || (areAll && (kind === "reply" || areAllReplies));
    return isGone ? [{ subject, id, wasSeen, ...WORDS[kind] }] : [];
  });
}

const idsOf = (comments: readonly Comment[]): ReadonlySet<string> =>
  new Set(
    comments.flatMap(({ commentId, deleted, replies }) => [
      ...(deleted ? [] : [commentId]),
      ...(replies?.items ?? []).map((reply) => reply.commentId),
    ]),
  );

/** What somebody was writing about a comment that others deleted meanwhile, to be posted by itself or discarded. */
export default function LostDrafts(props: LostDraftsProps) {
  const { drafts, comments, onSend } = props;
  const seen = useRef<ReadonlySet<string>>(new Set());
  const [settled, setSettled] = useState<readonly DraftSubject[]>([]);
  const open = drafts.subjects().filter((subject) => !settled.includes(subject));
  const lost = lostOf(open, seen.current, props);
  // What is being written about stays among the comments as long as it may be there, so one that leaves them was deleted.
  seen.current = new Set([...idsOf(comments), ...lost.flatMap(({ id, wasSeen }) => (wasSeen ? [id] : []))]);

  function settle(subject: DraftSubject) {
    drafts.of(subject).keep("");
    setSettled((before) => [...before, subject]);
  }

  return lost.map(({ subject, wasSeen, label, text }) => (
    <chakra.div key={subject} mb="8" display="grid" gap="3">
      <Notice>{text}</Notice>
      <CommentEditor
        label={label}
        action="Post as a comment"
        failure="The comment wasn't posted"
        draft={drafts.of(subject)}
        takesFocus={wasSeen}
        away="Discard"
        onCancel={() => settle(subject)}
        onSend={async (words) => {
          await onSend(words);
          settle(subject);
        }}
      />
    </chakra.div>
  ));
}
