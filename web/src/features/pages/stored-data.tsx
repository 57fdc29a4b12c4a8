import { COOKIES } from "#shared/cookies.ts";
import { LINK_REQUEST_STORAGE_KEY } from "#web/features/accounts/link-request.ts";
import { BROWSED_STORAGE_KEY } from "#web/features/artwork/browsed-list.ts";
import { PLACES_STORAGE_KEY } from "#web/features/layout/scroll-place.ts";
import { DISMISSED_STEP_STORAGE_KEY } from "#web/features/welcome/dismissed-step.ts";
import { DRAFT_PREFIX } from "#web/ui/form/drafts.ts";
import { MATURE_STORAGE_KEY } from "#web/ui/picture/mature-choice.ts";
import { FORMATTED_LIMITS } from "./formatted-limits.ts";

const code = (text: string) => <code>{text}</code>;

/** Everything that the site stores in a browser. */
export const BROWSER_STORAGE = [
  {
    name: "Staying logged in",
    cells: [
      code(COOKIES.session),
      "Cookie",
      `A token that only our server reads. Set when you log in; deleted when you log out or after ${FORMATTED_LIMITS.sessionDays} days.`,
    ],
  },
  {
    name: "Recognizing your browser",
    cells: [
      code(COOKIES.browser),
      "Cookie",
      `A random token for each account that logged in here, five at most, so that wrong passwords tried elsewhere don't keep you out. It logs nobody in. Stays when you log out; gone ${FORMATTED_LIMITS.knownBrowserDays} days after the last login.`,
    ],
  },
  {
    name: "Logging in with a second factor",
    cells: [
      code(COOKIES.login),
      "Cookie",
      "A token that joins the two steps of a login. Gone once you are logged in, or after five minutes.",
    ],
  },
  {
    name: "The cookie notice",
    cells: [code(COOKIES.consent), "Cookie", "That you have accepted it. Kept for a year after your last visit."],
  },
  {
    name: "Session marker",
    cells: [
      code(COOKIES.returning),
      "Cookie",
      "That someone is logged in here, not who, so that pages open faster. Gone when you log out, or a year after your last visit.",
    ],
  },
  {
    name: "Showing mature content",
    cells: [
      code(COOKIES.mature),
      "Cookie",
      "Your choice to always show mature content. Kept for a year after your last visit, or until you hide it again.",
    ],
  },
  {
    name: "Showing mature content for now",
    cells: [code(MATURE_STORAGE_KEY), "Session storage", "That you asked to see it. Gone with the tab."],
  },
  {
    name: "Light or dark",
    cells: [code(COOKIES.theme), "Cookie", "The theme that you chose. Kept for a year after your last visit."],
  },
  {
    name: "Preventing duplicates",
    cells: [
      code("once …"),
      "Session storage",
      "A random key and a fingerprint of what you sent last, such as a payment. Gone once it is answered, or with the tab.",
    ],
  },
  {
    name: "Browsing a list",
    cells: [
      code(BROWSED_STORAGE_KEY),
      "Session storage",
      "The list from which you opened a picture, so that the previous and the next one are at hand. Gone with the tab.",
    ],
  },
  {
    name: "Discount codes",
    cells: [
      code("code …"),
      "Session storage",
      "A discount code from a link that you opened, by artist or artwork, so that it is applied when you buy. Gone with the tab.",
    ],
  },
  {
    name: "Going back",
    cells: [
      code(PLACES_STORAGE_KEY),
      "Session storage",
      "How far down you left each page, so that you come back to the same place. Gone with the tab.",
    ],
  },
  {
    name: "Unfinished drafts",
    cells: [
      code(`${DRAFT_PREFIX} …`),
      "Local storage",
      "What you typed into the forms for a new artwork, without the picture, and for an announcement, and comments, reviews and messages that you didn't send. Gone once it is published, sent or discarded.",
    ],
  },
  {
    name: "Requested links",
    cells: [
      code(LINK_REQUEST_STORAGE_KEY),
      "Local storage",
      "That this browser asked for a link by email, and when, so that the link works without another click here. Gone once you open it.",
    ],
  },
  {
    name: "Dismissed suggestion",
    cells: [
      code(DISMISSED_STEP_STORAGE_KEY),
      "Local storage",
      "The suggestion for new members that you dismissed last, so that it stays away. Kept until you clear it.",
    ],
  },
] as const;

/** Stored personal data with purpose and retention. */
export const storedData = (payments: boolean) => [
  {
    name: "Account",
    cells: [
      "Username, full name, email address; a password we cannot read",
      "To let you in and to sign what you publish",
      "Until you close the account. The username stays reserved",
    ],
  },
  {
    name: "Profile",
    cells: [
      "Description, country, picture, whether your favorites are public",
      "Because you want others to see it",
      "Until you change it or close the account",
    ],
  },
  {
    name: "Artwork",
    cells: [
      "The file, the smaller sizes made from it, title, description, terms",
      "To show and to license it",
      "Until you delete it; licensed files stay for their license holders. Unpublished uploads are deleted within a day",
    ],
  },
  {
    name: "Comments and reviews",
    cells: [
      "Comments, reviews, favorites",
      "To show them beside the artwork",
      "Until you delete them. Without your name once the account is closed",
    ],
  },
  {
    name: "Messages",
    cells: [
      "What you and another person write to each other about an artwork or an order, and whom you blocked",
      "To deliver it. Only the two of you can read it, and we can if one of you reports it",
      "Until both accounts are closed. Without your name once yours is, when your block list is deleted too",
    ],
  },
  {
    name: "Notification settings",
    cells: ["Which notifications and emails you want", "To send you only those", "Until you close your account"],
  },
  {
    name: "Artists you follow",
    cells: [
      "Who they are, and whether you are notified of their work and announcements",
      "To show you what they publish. They see how many follow them, not who",
      "Until you unfollow them, or either account is closed",
    ],
  },
  {
    name: "Announcements",
    cells: [
      "What you wrote to your followers, with its artwork, its code and its time",
      "To show it on your page and tell your followers",
      "Until you delete it, and a day longer so that you can put it back, or you close your account",
    ],
  },
  {
    name: "Orders and licenses",
    cells: [
      payments
        ? "Who licensed what from whom, names on the license, amounts. Receipts, invoices and credit notes with the billing address, VAT numbers, your reference and the seller's address"
        : "Who licensed what from whom, names on the license",
      "To prove the license and to keep financial records as the law requires",
      payments
        ? "For good: the other party relies on them, and financial records have to be kept, even once the account is closed"
        : "For good: the other party relies on them",
    ],
  },
  ...(payments
    ? [
        {
          name: "Billing and selling",
          cells: [
            "Billing address, the company you last bought a license for and its VAT number; a seller's address and VAT number",
            "To fill in the next checkout, and to print on receipts and invoices",
            "Until you change it, buy for another company or close the account",
          ],
        },
        {
          name: "Saved cards",
          cells: [
            "At Stripe only, and only if you choose to: the card. Here: the ID that Stripe knows you by",
            "To pay next time without typing it again",
            "Until you remove it in the settings or close the account",
          ],
        },
      ]
    : []),
  {
    name: "Views",
    cells: [
      "How often your works and your profile were seen on each day, and how many favorites and followers they gained; not by whom",
      "To show you your audience",
      "Until you close the account",
    ],
  },
  {
    name: "Pages you look at",
    cells: [
      "A fingerprint of the page, your network address and kind of browser, which names none of them, under a key that is replaced every day",
      "To count you once a day",
      "About two days; from the next day on, nobody can trace it",
    ],
  },
  {
    name: "Notifications",
    cells: [
      "What others did with your artwork",
      "To tell you",
      `${FORMATTED_LIMITS.notificationDays} days after you read them`,
    ],
  },
  {
    name: "Messages to us",
    cells: [
      "Tickets and reports, with your email address",
      "To answer",
      "A year, also where you close your account. In our mailbox until the matter is closed",
    ],
  },
  {
    name: "Known browsers",
    cells: [
      "A fingerprint of the token in each browser that logged in",
      "To let you in while others try wrong passwords",
      `${FORMATTED_LIMITS.knownBrowserDays} days after its last login, until you reset the password or close the account`,
    ],
  },
  {
    name: "Sessions",
    cells: [
      "Kind of browser, country and time of last use, wherever you are logged in",
      "To show you, in your settings, who uses your account",
      `Until you log out there, ${FORMATTED_LIMITS.sessionDays} days at most`,
    ],
  },
  {
    name: "Your archive",
    cells: [
      "A copy of all of this, if you request one in your settings",
      "To hand it to you",
      `${FORMATTED_LIMITS.exportDays} days, or until you close the account`,
    ],
  },
  {
    name: "Technical logs",
    cells: [
      "Time, kind of request, whether it worked; no address, no content",
      "To find faults",
      "Three months at most",
    ],
  },
  {
    name: "Attempts",
    cells: [
      "A fingerprint of the network address or account that logs in or signs up, or that we send email to",
      "To stop guessing and flooding",
      "About an hour",
    ],
  },
];
