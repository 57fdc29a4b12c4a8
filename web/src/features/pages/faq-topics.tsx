import type { FeatureSwitches } from "#shared/features.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { SiteLink } from "#web/ui/site-link.tsx";
import { FORMATTED_LIMITS, fileKinds } from "./formatted-limits.ts";
import type { Question } from "./questions.tsx";

interface Topic {
  readonly title: string;
  readonly questions: readonly Question[];
}

const ACCOUNT: readonly Question[] = [
  {
    asks: "Do I need an account?",
    answer:
      "Not to browse, search or check a certificate. You need one to favorite, comment, publish or license artwork.",
  },
  {
    asks: "I didn't get the verification email. What now?",
    answer: (
      <>
        Check your spam folder first. Then <SiteLink to="/resend_token">have it sent again</SiteLink>; the link works
        for {FORMATTED_LIMITS.linkHours} hours. If the address was mistyped,{" "}
        <SiteLink to="/update_email">change it</SiteLink> with your password.
      </>
    ),
  },
  {
    asks: "I can't log in.",
    answer: (
      <>
        <SiteLink to="/account_restoration">There are three ways back in</SiteLink>: a new password, a new link, or
        another address. After {PASSWORD_ATTEMPTS.unknownBrowsers.count} wrong passwords in browsers that have never
        logged in to the account, those browsers have to wait {FORMATTED_LIMITS.restMinutes} minutes. A new password,
        set by email, lets you in at once. A browser you have logged in with before isn't affected by what others try.
      </>
    ),
  },
  {
    asks: "How do I close my account?",
    answer: `In Settings, with your password. Your profile and listings disappear immediately, pictures that nobody holds a license to are deleted, and your name becomes ${MESSAGES.deletedUser}. Orders and licenses stay, because the other party needs them.`,
  },
];

const artwork = (gif: boolean): readonly Question[] => [
  {
    asks: "Which files can I upload?",
    answer: `${fileKinds(gif)}, at least ${FORMATTED_LIMITS.pixels} and at most ${FORMATTED_LIMITS.fileSize}. A profile picture needs at least ${FORMATTED_LIMITS.avatarPixels} and can be up to ${FORMATTED_LIMITS.avatarSize}.`,
  },
  {
    asks: "Can people steal my picture?",
    answer:
      "Anything on a screen can be copied, and nobody can honestly promise otherwise. We show smaller sizes only, put the watermark you choose (light, strong or none) on all but the smallest previews of paid work, keep the original private and give every buyer a certificate. Anyone who uses your work without one has no license.",
  },
  {
    asks: "Can I change or remove a picture that someone has licensed?",
    answer:
      "Yes. The site then shows the new version, or nothing. Buyers of the old version keep it, with its file and its terms.",
  },
  {
    asks: "Someone published my work. What can I do?",
    answer:
      "Open the artwork and choose “Report”, or write to us. Say what your work is and where it was published first. You don't need an account.",
  },
];

const LICENSES: readonly Question[] = [
  {
    asks: "Personal or commercial: which one do I need?",
    answer: (
      <>
        If money or promotion is involved, commercial. If not, personal.{" "}
        <SiteLink to="/license_information">The table</SiteLink> goes through the common cases.
      </>
    ),
  },
  {
    asks: "Do I own the picture once I have a license?",
    answer: "No. You own the right to use it as the license says, for good. The artist keeps the copyright.",
  },
  {
    asks: "Does “free” mean that I can do anything?",
    answer: "No. A free picture comes with the same license as a paid one. It just costs nothing.",
  },
  {
    asks: "What are the fingerprint and the two identifiers for?",
    answer: `The fingerprint names a license: with its ${FORMATTED_LIMITS.fingerprintLength} characters, anyone can see that the license is valid and what it covers. Each party also has a secret identifier. Anyone you show yours to, along with the fingerprint, can see your name. Keep yours to yourself unless you want to prove that the license is yours.`,
  },
];

const TRADE: readonly Question[] = [
  {
    asks: "What does it cost to sell?",
    answer: `A fee of ${FORMATTED_LIMITS.sellerFee} of each sale, and nothing else.`,
  },
  {
    asks: "What does the buyer pay?",
    answer: `The artist's price and a service fee of ${FORMATTED_LIMITS.buyerFee}. The artwork's page shows the total.`,
  },
  {
    asks: "Can I get my money back?",
    answer:
      "Ask the artist, or us. The artist can refund the full price, and our fees are refunded with it. The license then ends, and you may no longer use the picture.",
  },
  {
    asks: "Where is my receipt or invoice?",
    answer:
      "On your order's page, as a PDF, with a credit note after a refund. A license for a business gets an invoice in the company's name, with a VAT number and a reference if you enter them at checkout. You can download each year's documents as a ZIP file from your orders.",
  },
  {
    asks: "How can I pay?",
    answer:
      "By card, Apple Pay, Google Pay or Link, and by other methods that Stripe offers where you are. Your bank may ask you to confirm the payment in its app.",
  },
  {
    asks: "Can I save my card?",
    answer:
      "Yes, if you choose to when you pay. Stripe stores it, and your next purchase takes one click. Remove it at checkout or in your settings.",
  },
  {
    asks: "When do I get paid for a sale?",
    answer:
      "The money goes to your Stripe account right after the sale. When it reaches your bank depends on Stripe's schedule for your country.",
  },
];

const NO_TRADE: readonly Question[] = [
  { asks: "Can I buy and sell here?", answer: `${MESSAGES.tradingUnavailable}. Free licenses are available today.` },
];

/** Questions and answers for the stage's features. */
export const topicsFor = ({ payments, gif }: FeatureSwitches): readonly Topic[] => [
  { title: "Your account", questions: ACCOUNT },
  { title: "Showing artwork", questions: artwork(gif) },
  { title: "Licenses", questions: LICENSES },
  { title: "Buying and selling", questions: payments ? TRADE : NO_TRADE },
];
