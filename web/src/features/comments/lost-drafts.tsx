import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { Comment } from "#shared/model/community.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { CommentDrafts, DraftSubject } from "./comment-drafts.ts";
import CommentEditor from "./comment-editor.tsx";

interface LostDraftsProps {
  readonly drafts: CommentDrafts;
  readonly comments: readonly Comment[];
  /** True if `comments` is the complete list. */
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

/** Drafts about deleted comments; `wasSeen` if the comment was deleted while this page showed it. */
type Lost = ReadonlyMap<DraftSubject, { readonly kind: keyof typeof WORDS; readonly wasSeen: boolean }>;

/** The subjects whose comment is gone: one that was there before, or that would have to be among the comments. */
function lostOf(
  subjects: Iterable<DraftSubject>,
  before: ReadonlySet<string>,
  lostBefore: Lost,
  { comments, areAll }: LostDraftsProps,
): Lost {
  const there = idsOf(comments);
  const areAllReplies = comments.every(({ replies }) => !replies || replies.count <= replies.items.length);
  const lost = new Map(lostBefore);
  for (const subject of subjects) {
    const [kind, id = ""] = subject.split(" ");
    if (kind !== "reply" && kind !== "edit") continue;
    const wasSeen = before.has(id);
    if (there.has(id)) lost.delete(subject);
    else if (!lost.has(subject) && (wasSeen || (areAll && (kind === "reply" || areAllReplies)))) {
      lost.set(subject, { kind, wasSeen });
    }
  }
  return lost;
}

const idsOf = (comments: readonly Comment[]): ReadonlySet<string> =>
  new Set(
    comments.flatMap(({ commentId, deleted, replies }) => [
      ...(deleted ? [] : [commentId]),
      ...(replies?.items ?? []).map((reply) => reply.commentId),
    ]),
  );

/** Drafts about comments that were deleted meanwhile, to be posted as new comments or discarded. */
export default function LostDrafts(props: LostDraftsProps) {
  const { drafts, comments, onSend } = props;
  const before = useRef<ReadonlySet<string>>(new Set());
  // Kept in a ref, because a field that the user clears has no draft for a while.
  const lost = useRef<Lost>(new Map());
  const [settled, setSettled] = useState<readonly DraftSubject[]>([]);
  const written = new Set([...drafts.subjects(), ...lost.current.keys()]);
  lost.current = lostOf(written, before.current, lost.current, props);
  // Comments with drafts stay in the list for as long as they exist, so one that leaves it was deleted.
  before.current = idsOf(comments);
  const shown = [...lost.current].filter(([subject]) => !settled.includes(subject));

  function settle(subject: DraftSubject) {
    drafts.of(subject).keep("");
    setSettled((before) => [...before, subject]);
  }

  return shown.map(([subject, { kind, wasSeen }]) => (
    <chakra.div key={subject} mb="8" display="grid" gap="3">
      <Notice>{WORDS[kind].text}</Notice>
      <CommentEditor
        label={WORDS[kind].label}
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
