import type { ArtworkAction, CaseAction, CaseKind } from "#shared/model/case.ts";

type Action = CaseAction | ArtworkAction;

/** An action as a button, as a result in a toast, and with the texts to choose from as its reason. */
interface ActionTexts {
  readonly label: string;
  readonly done: string;
  /** The effects, in the dialog. */
  readonly text: string;
  readonly reasons: readonly string[];
  /** The label of the reason; by default its receiver reads it. */
  readonly reasonLabel?: string;
}

const COPY = "It copies a work by somebody else, who published it first.";

export const ACTION_TEXTS: Readonly<Record<Action, ActionTexts>> = {
  take_down: {
    label: "Take down",
    done: "Taken down",
    text: "Only its artist will see it. It can no longer be bought, and licenses already sold stay valid.",
    reasons: [
      COPY,
      "It shows a person who hasn't agreed to it.",
      "It calls for hatred against a group of people.",
      "Its title or description isn't true.",
    ],
  },
  mark_mature: {
    label: "Mark as mature",
    done: "Marked as mature",
    text: "Visitors will see it behind a warning. It stays for sale, and link previews leave it out.",
    reasons: ["It shows nudity.", "It shows sexual content.", "It shows violence."],
  },
  unmark_mature: {
    label: "Remove the mature mark",
    done: "Mark removed",
    text: "The artwork will be shown without a warning, unless its artist marked it as well.",
    reasons: ["We looked at it again: it needs no warning."],
  },
  accept: {
    label: "Accept the report",
    done: "Report accepted",
    text: "Act first, for example by suspending the account. The reporter gets your text by email, so this can't be undone.",
    reasons: ["We suspended the account.", "We blocked the account.", "We warned the account's owner."],
    reasonLabel: "What we did, as it is sent",
  },
  decline: {
    label: "Decline",
    done: "Declined",
    text: "What was reported stays. The reporter gets your reason by email, so this can't be undone.",
    reasons: [
      "It breaks neither the law nor our terms.",
      "We found no earlier publication of this work. Please send us its address.",
      "You need to be the owner of the rights, or to act for them.",
    ],
  },
  close: {
    label: "Close",
    done: "Closed",
    text: "Nobody is notified.",
    reasons: ["Nothing to do.", "Solved by other means."],
    reasonLabel: "Reason, for the operators",
  },
  restore: {
    label: "Put back",
    done: "Put back",
    text: "The artwork will be visible and for sale as before. The emails below tell who is involved.",
    reasons: ["Its artist objected.", "We looked at it again: it breaks no rule."],
    reasonLabel: "Reason, for the operators",
  },
  keep_down: {
    label: "Keep down",
    done: "Kept down",
    text: "The artwork stays hidden, and its artist gets your reason by email. This can't be undone.",
    reasons: ["We looked at it again: the reason for the takedown stands."],
  },
  lift: {
    label: "Lift the suspension",
    done: "Suspension lifted",
    text: "The account can publish, sell, buy and write again. Its owner is told by email.",
    reasons: ["We looked at it again: it breaks no rule.", "The reason for it is gone."],
  },
  uphold: {
    label: "Keep it suspended",
    done: "Kept suspended",
    text: "The account stays suspended, and its owner gets your reason by email. This can't be undone.",
    reasons: ["The answer doesn't change what happened.", "What broke the rule is still there."],
  },
  answer: {
    label: "Answer",
    done: "Answered",
    text: "Your answer goes by email to the person who asked, so this can't be undone.",
    reasons: ["Answered by email"],
    reasonLabel: "Note for the operators",
  },
  refund: {
    label: "Refund",
    done: "Refunded",
    text: "The buyer gets everything back, the artist's part and our fee included, and the license ends. This can't be undone.",
    reasons: [
      "The card's bank reported this payment as fraud.",
      "The order was placed by mistake, and the file wasn't used.",
      "The artwork isn't what its page said, and the artist didn't answer.",
    ],
    reasonLabel: "Reason, as the buyer and the artist read it",
  },
  send_evidence: {
    label: "Send evidence",
    done: "Evidence sent",
    text: "The bank reads it once: it can't be changed or sent again.",
    reasons: ["The bank's deadline is near, and the artist hasn't responded.", "We have more to show than the artist."],
    reasonLabel: "Reason, as the artist reads it",
  },
  keep_payment: {
    label: "Keep the payment",
    done: "Payment kept",
    text: "Nothing is refunded, and nobody is notified. The bank may open a dispute later.",
    reasons: ["The buyer confirmed that they paid.", "The buyer is known to us from earlier orders."],
    reasonLabel: "Reason, for the operators",
  },
  message_seller: {
    label: "Write to the artist",
    done: "Message sent",
    text: "Your message goes to the artist by email. They already got an email about the failed payout and its reason.",
    reasons: ["Told the artist what to do"],
    reasonLabel: "Note for the operators",
  },
  record_answer: {
    label: "Record the artist's answer",
    done: "Answer recorded",
    text: "It is forwarded to the reporter, if there is one. Somebody else than who took it down decides about it in the queue.",
    reasons: ["The artist objects to the takedown."],
    reasonLabel: "Reason, for the operators",
  },
};

/** Saved reasons of an action besides its own. */
export type MoreReasons = Readonly<Partial<Record<Action, readonly string[]>>>;

/** Further reasons to decide the answer to a takedown that somebody had reported. */
export const REPORTED_REASONS: MoreReasons = {
  restore: ["Its artist objected, and no lawsuit was announced."],
  keep_down: ["The reporter has gone to court. We are waiting for the decision."],
};

/** Further reasons to close a case of a kind without a decision. */
export const CLOSING_REASONS: Readonly<Partial<Record<CaseKind, readonly string[]>>> = {
  notice: ["The same was reported before."],
  conversation: ["The same was reported before."],
  near_copy: ["Not a copy.", "Both works are by the same artist."],
  ticket: ["Answered before."],
  dispute: ["The artist answers the bank.", "We have nothing to show the bank."],
  failed_payout: ["The artist corrected their bank account."],
  failed_refund: ["We paid the buyer by bank transfer."],
};

/** Actions that hide or change something for others; their button is red. */
export const DESTRUCTIVE: readonly Action[] = ["take_down", "keep_down", "uphold", "refund"];

export const KIND_NAMES: Readonly<Record<CaseKind, string>> = {
  notice: "Report",
  conversation: "Reported conversation",
  near_copy: "Looks like another artwork",
  counter_notice: "Artist's answer to a takedown",
  appeal: "Answer to a suspension",
  ticket: "Question",
  review: "Own review",
  dispute: "Disputed payment",
  fraud_warning: "Fraud warning",
  failed_payout: "Failed payout",
  failed_refund: "Failed refund",
};

/** Ends of cases that nobody had to decide any more. */
const ENDS: Readonly<Record<string, string>> = {
  evidence_sent: "The bank was answered",
  dispute_won: "Decided for the artist",
  dispute_lost: "Decided for the buyer",
  dispute_closed: "Closed by the bank",
  dispute_escalated: "The bank asks again",
  order_refunded: "The order was refunded",
  order_disputed: "The payment was disputed",
  order_completed: "The license was restored",
};

/** Past outcomes, as a sentence's first words. */
export const formatOutcome = (outcome: string | null) =>
  outcome && Object.hasOwn(ACTION_TEXTS, outcome)
    ? ACTION_TEXTS[outcome as Action].done
    : (ENDS[outcome ?? ""] ?? "Closed");
