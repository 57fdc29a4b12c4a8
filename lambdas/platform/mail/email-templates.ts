import { APP_NAME } from "#shared/brand.ts";
import { formatCurrency } from "#shared/currency.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { getMessageVerb } from "#shared/rules/notification-sentence.ts";
import { shorten } from "#shared/rules/visible-text.ts";
import { disableLinks } from "./disable-links.ts";
import type { EmailTemplate, Unsubscribe } from "./email-template.ts";

const LINK_HOURS = LIFETIMES.verificationLink / 3600;
const UNDO_HOURS = LIFETIMES.emailUndo / 3600;
const EXPORT_DAYS = LIFETIMES.dataExport / (24 * 3600);
const RESET_MINUTES = LIFETIMES.resetLink / 60;

/** Whole hours, or minutes below two hours. */
const formatSpan = (seconds: number) => {
  const [count, unit] =
    seconds < 2 * 3600 ? [Math.floor(seconds / 60), "minute"] : [Math.floor(seconds / 3600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};

/** Origin of a log-in. */
interface Visit {
  readonly browser: string;
  readonly country?: string | undefined;
  readonly at: Date;
}

/** Remedy of a failed payout: another bank account, the seller's bank, or sales that fill the balance. */
export type PayoutRemedy = "account" | "bank" | "balance";

/** A failed payout: its amount in the smallest unit of its currency, and the reason as a sentence. */
interface FailedPayout {
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  /** Undefined where the reason isn't known. */
  readonly remedy?: PayoutRemedy;
}

const MONEY_IS_SAFE = "The money is safe: it is back in your account at Stripe, our payment provider.";

/** Sentences about the cause of a failed payout and the seller's next step. */
const PAYOUT_REMEDIES: Readonly<Record<PayoutRemedy | "unknown", readonly [string, string]>> = {
  account: [
    `A payout of your earnings failed, because the bank account or card that it was sent to can't receive it. ${MONEY_IS_SAFE}`,
    "Nothing more is paid out until Stripe has a working account. Your payouts page links to Stripe, where you can check the account's number or enter another one.",
  ],
  bank: [
    `Your bank refused a payout of your earnings. ${MONEY_IS_SAFE}`,
    "Ask your bank why it can't receive the payment, or enter another account at Stripe, which your payouts page links to.",
  ],
  balance: [
    "A payout of your earnings failed, because your balance at Stripe, our payment provider, was too low for it by then, for instance after a refund. Nothing is wrong with your bank account.",
    "You don't need to do anything: Stripe pays out again once sales have filled your balance.",
  ],
  unknown: [
    `A payout of your earnings failed. ${MONEY_IS_SAFE}`,
    "Your payouts page links to Stripe, which shows whether it needs anything from you.",
  ],
};

const NO_MESSAGE = { from: "Someone", verb: getMessageVerb("text"), title: "an artwork", text: "" };

const splitLines = (text: string) => text.split(/\n+/).filter((line) => line.trim());

interface Announced {
  /** The artist's name. */
  readonly from: string;
  readonly title: string;
  readonly text: string;
  readonly picture?: EmailTemplate["picture"];
  /** Titles of the artworks. */
  readonly works: readonly string[];
  readonly code?: { readonly code: string; readonly percent: number } | undefined;
}

const NO_ANNOUNCEMENT: Announced = { from: "An artist", title: "an announcement", text: "", works: [] };

const UNKNOWN_VISIT: Visit = { browser: "Unknown", at: new Date(0) };

/** Every mail of the product. Links are absolute. */
export const emailTemplates = {
  /**
   * Names the account, because anyone may sign up with an address, unless the name looks like an address; `seconds`: lifetime
   * of the link.
   */
  verification: (href: string, username = "", seconds: number = LIFETIMES.verificationLink): EmailTemplate => {
    const isNamed = disableLinks(username) === username;
    return {
      subject: `Verify your email for ${APP_NAME}`,
      paragraphs: [
        `Welcome to ${APP_NAME}. Open the link below to verify this email for ${isNamed ? `the account ${username}` : "your new account"} and its password; after that you can log in.`,
        `The link works once, for ${formatSpan(seconds)}. If you didn't sign up${isNamed ? ` as ${username}` : ""}, ignore this email: someone else chose that password.`,
      ],
      action: { label: "Verify email", href },
    };
  },
  emailInUse: (href: string): EmailTemplate => ({
    subject: `Your email already has an account at ${APP_NAME}`,
    paragraphs: [
      `Someone, hopefully you, tried to use this email for another ${APP_NAME} account, but it already has one. Nothing was changed.`,
      "Log in with your username or this email. If you can't, use the page below to reset your password or get a new verification link.",
      "If it wasn't you, ignore this email: your account stays as it is.",
    ],
    action: { label: "Get into your account", href },
  }),
  passwordReset: (href: string): EmailTemplate => ({
    subject: `Reset your ${APP_NAME} password`,
    paragraphs: [
      "Someone, hopefully you, asked for a new password. Open the link below to choose one.",
      `The link works once, for ${RESET_MINUTES} minutes. If it wasn't you, ignore this email: your password stays as it is.`,
    ],
    action: { label: "Choose a new password", href },
  }),
  passwordChanged: (href: string): EmailTemplate => ({
    subject: `Your ${APP_NAME} password was changed`,
    paragraphs: [
      "Your password was changed just now, and you were logged out everywhere else.",
      "If it wasn't you, reset your password right away.",
    ],
    action: { label: "Reset password", href },
  }),
  newBrowser: (href: string, { browser, country, at }: Visit = UNKNOWN_VISIT): EmailTemplate => ({
    subject: `New login to your ${APP_NAME} account`,
    paragraphs: [
      "Someone, hopefully you, logged in to your account from a new browser.",
      "If it was you, ignore this email. If it wasn't, someone knows your password: set a new one, which logs them out.",
    ],
    facts: [
      ["Browser", browser],
      ...(country ? [["Country", country] as const] : []),
      ["Time", `${formatDate(at.toISOString(), DISPLAY.momentFormat, "UTC")} UTC`],
    ],
    action: { label: "Set a new password", href },
  }),
  emailChange: (href: string): EmailTemplate => ({
    subject: `Confirm your new email for ${APP_NAME}`,
    paragraphs: [
      "Open the link below to make this the email of your account.",
      `The link works once, for ${LINK_HOURS} hours. If you didn't ask for it, ignore this email.`,
    ],
    action: { label: "Confirm email", href },
  }),
  emailChanged: (href: string): EmailTemplate => ({
    subject: `The email of your ${APP_NAME} account was changed`,
    paragraphs: [
      "A new email was confirmed for your account just now. This address no longer belongs to it.",
      `If it wasn't you, open the link below within ${UNDO_HOURS} hours: it restores this email, ends all sessions, removes second factors added since and invalidates the password. Then set a new password.`,
    ],
    action: { label: "Get your account back", href },
  }),
  /** `href`: the settings; `factor`: the added factor, at the start of a sentence; `undo`: URL that removes an account's first one. */
  factorAdded: (href: string, factor = "A passkey", undo?: string): EmailTemplate => ({
    subject: `A second factor was added to your ${APP_NAME} account`,
    paragraphs: [
      `${factor} was added to your account just now. From now on, logging in takes a second factor, or just a passkey.`,
      undo === undefined
        ? "If it wasn't you, someone knows your password: remove it in your settings and change your password right away."
        : `If it wasn't you, someone knows your password: undo this within ${UNDO_HOURS} hours. That removes it, ends all sessions and invalidates the password. Then set a new password.`,
    ],
    action: { label: "Open settings", href },
    ...(undo === undefined ? {} : { further: { label: "It wasn't me: undo this", href: undo } }),
  }),
  /** `href`: the settings; `factor`: the removed factor, at the start of a sentence. */
  factorRemoved: (href: string, factor = "A passkey"): EmailTemplate => ({
    subject: `A second factor was removed from your ${APP_NAME} account`,
    paragraphs: [
      `${factor} was removed from your account just now.`,
      "If it wasn't you, check your second factors and change your password right away.",
    ],
    action: { label: "Open settings", href },
  }),
  /** Sent after operators removed the factors of an owner who had lost them. */
  factorsRemoved: (href: string): EmailTemplate => ({
    subject: `Your ${APP_NAME} account no longer has a second factor`,
    replyToOperators: true,
    paragraphs: [
      "We removed all second factors and recovery codes from your account, and logged you out everywhere, because you told us that you had lost them. You now log in with your password alone.",
      "You can add a second factor again in your settings. If you didn't ask us for this, reply to this email right away.",
    ],
    action: { label: "Open settings", href },
  }),
  wrongCodes: (href: string): EmailTemplate => ({
    subject: `Someone knows the password of your ${APP_NAME} account`,
    paragraphs: [
      "Your password was just entered, followed by too many wrong codes for your second factor. Nobody got in.",
      "If it wasn't you, choose a new password right away.",
    ],
    action: { label: "Reset password", href },
  }),
  /** `left`: number of unused codes. */
  recoveryCodeUsed: (href: string, left = 0): EmailTemplate => ({
    subject: `A recovery code for your ${APP_NAME} account was used`,
    paragraphs: [
      `A recovery code was just used in place of your second factor. It won't work again; ${left} ${left === 1 ? "is" : "are"} left.`,
      "If it wasn't you, create new codes in your settings and change your password right away.",
    ],
    action: { label: "Open settings", href },
  }),
  recoveryCodesRenewed: (href: string): EmailTemplate => ({
    subject: `New recovery codes for your ${APP_NAME} account`,
    paragraphs: [
      "New recovery codes were just created for your account. The old ones no longer work.",
      "If it wasn't you, check your second factors, create new codes in your settings and change your password right away.",
    ],
    action: { label: "Open settings", href },
  }),
  /** `href`: the seller's payouts page. */
  payoutFailed: (href: string, payout?: FailedPayout): EmailTemplate => ({
    subject: "A payout of your earnings didn't arrive",
    paragraphs: [...PAYOUT_REMEDIES[payout?.remedy ?? "unknown"]],
    ...(payout
      ? {
          facts: [
            ["Amount", formatCurrency(payout.amount, payout.currency)],
            ["Reason", payout.reason],
          ],
        }
      : {}),
    action: { label: "Open your payouts", href },
  }),
  /** A notification; `sentence` describes the event. */
  notice: (href: string, sentence = "", unsubscribe?: Unsubscribe): EmailTemplate => ({
    subject: shorten(sentence, 68),
    paragraphs: [`${sentence}.`],
    action: { label: `See it on ${APP_NAME}`, href },
    ...(unsubscribe ? { unsubscribe } : {}),
  }),
  /** An announcement, to a follower. */
  announcement: (
    href: string,
    { from, title, text, picture, works, code }: Announced = NO_ANNOUNCEMENT,
    unsubscribe?: Unsubscribe,
  ): EmailTemplate => ({
    subject: shorten(`${from}: ${title}`, 68),
    ...(picture ? { picture } : {}),
    paragraphs: [`${from}, whom you follow on ${APP_NAME}, announced “${title}”.`, ...splitLines(text)],
    facts: [
      ...(works.length > 0 ? [["Artwork", works.join(", ")] as const] : []),
      ...(code ? [["Discount code", `${code.code}, ${code.percent}% off`] as const] : []),
    ],
    action: { label: `See it on ${APP_NAME}`, href },
    ...(unsubscribe ? { unsubscribe } : {}),
  }),
  /** Sent for the first unread message. */
  newMessage: (href: string, { from, verb, title, text } = NO_MESSAGE, unsubscribe?: Unsubscribe): EmailTemplate => ({
    subject: shorten(`${from} ${verb} ${title}`, 68),
    paragraphs: [
      `${from} sent you a message on ${APP_NAME}. You get one email per conversation until you read it. Replies to this email don't reach them, so please reply on the site.`,
    ],
    facts: [
      ["About", title],
      ["Message", shorten(text, LIMITS.message.preview)],
    ],
    action: { label: "Read and reply", href },
    ...(unsubscribe ? { unsubscribe } : {}),
  }),
  /** Replaces mails about single conversations above the hourly limit. */
  messagesSummary: (href: string, unread = 1, unsubscribe?: Unsubscribe): EmailTemplate => ({
    subject: `You have ${unread === 1 ? "an unread conversation" : `${unread} unread conversations`} on ${APP_NAME}`,
    paragraphs: [
      `Several people wrote to you on ${APP_NAME} within a short time. This email covers all conversations that you haven't read.`,
    ],
    action: { label: "Open your messages", href },
    ...(unsubscribe ? { unsubscribe } : {}),
  }),
  /** Replaces mails about single comments, reviews or announcements above the hourly limit. */
  noticesSummary: (
    href: string,
    what: "announcements" | "comments" | "reviews" = "comments",
    unsubscribe?: Unsubscribe,
  ): EmailTemplate => ({
    subject: `You have more ${what} on ${APP_NAME}`,
    paragraphs: [`You got many ${what} on ${APP_NAME} within a short time. This email covers the rest of them.`],
    action: { label: what === "announcements" ? "Open the artists you follow" : "Open your artwork", href },
    ...(unsubscribe ? { unsubscribe } : {}),
  }),
  dataExportReady: (href: string): EmailTemplate => ({
    subject: `Your ${APP_NAME} data is ready`,
    paragraphs: [
      `The archive of your data that you requested is ready. You can download it in your settings for ${EXPORT_DAYS} days; then it is deleted.`,
      "If you didn't request it, log out everywhere else in your settings and change your password right away.",
    ],
    action: { label: "Go to your data", href },
  }),
  accountDeactivated: ({ hasSellerAccount }: { readonly hasSellerAccount: boolean }): EmailTemplate => ({
    subject: `Your ${APP_NAME} account was closed`,
    paragraphs: [
      "Your account was just closed. Your artwork is no longer listed, pictures that nobody holds a license to are deleted, and your username is retired for good.",
      "Orders and licenses stay valid: buyers keep what they bought. You can use this email for a new account.",
      "Refunds for what you bought still go to the card or account that you paid with.",
      ...(hasSellerAccount
        ? [
            "Your balance at Stripe is paid out to your bank account on the usual schedule. Refunds and disputes over what you sold can still come in, and are deducted from that balance.",
          ]
        : []),
    ],
  }),
} as const;
