import { LIMITS } from "#shared/limits.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { CardItem } from "./cards.ts";
import { getTitle } from "./cards.ts";

type Work = Pick<CardItem, "artworkId" | "ownerId" | "card">;

type CopiedWork = Work & { readonly isTakenDown: boolean };

const buildUrl = ({ artworkId }: Work, siteOrigin: string) => `${siteOrigin}/artwork/${artworkId}`;

const describe = (name: string, work: Work, siteOrigin: string) =>
  [
    [name, `“${getTitle(work)}”, added ${getCreatedAt(work.artworkId).slice(0, 10)} (UTC), artist ${work.ownerId}`],
    ["Address", { own: buildUrl(work, siteOrigin) }],
  ] as const;

/** Mails to operators about published artwork. */
export const operatorEmailTemplates = {
  nearCopy(
    work: Work,
    [first, ...others]: readonly [CopiedWork, ...CopiedWork[]],
    { siteOrigin, caseHref }: { readonly siteOrigin: string; readonly caseHref: string },
  ): EmailTemplate {
    return {
      subject: `Artwork ${work.artworkId} looks like another`,
      paragraphs: [
        `An artwork was published whose picture looks like one that ${first.isTakenDown ? "was taken down and only its artist sees" : "somebody else published"}. It may be a coincidence, work by the same person, or a copy: compare them before you decide. Nothing was blocked. The form informs artists that you are notified.`,
        "The queue has both beside each other, with what you can do. Without a browser, `npm run ops` has the commands.",
      ],
      facts: [
        ...describe("Published", work, siteOrigin),
        ...[first, ...others]
          .slice(0, LIMITS.copies)
          .flatMap((other) =>
            describe(other.isTakenDown ? "Looks like (taken down)" : "Looks like", other, siteOrigin),
          ),
      ],
      action: { label: "Compare them in the queue", href: caseHref },
      further: { label: "See the artwork", href: buildUrl(work, siteOrigin) },
    };
  },
} as const;
