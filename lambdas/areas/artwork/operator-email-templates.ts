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
  /** The commands contain only our own ids and URLs, so that they are safe to paste into a shell. */
  nearCopy(work: Work, [first, ...others]: readonly [CopiedWork, ...CopiedWork[]], siteOrigin: string): EmailTemplate {
    const link = buildUrl(work, siteOrigin);
    return {
      subject: `Artwork ${work.artworkId} looks like another`,
      paragraphs: [
        `An artwork was published whose picture looks like one that ${first.isTakenDown ? "was taken down and only its artist sees" : "somebody else published"}. It may be a coincidence, work by the same person, or a copy: compare them before you decide. Nothing was blocked. The form informs artists that you are notified.`,
        "If it isn't a copy, there is nothing to do. If it is, run one of the commands below with this stage's --stack.",
      ],
      facts: [
        ...describe("Published", work, siteOrigin),
        ...[first, ...others]
          .slice(0, LIMITS.copies)
          .flatMap((other) =>
            describe(other.isTakenDown ? "Looks like (taken down)" : "Looks like", other, siteOrigin),
          ),
        [
          "To take it down",
          { own: `npm run ops -- takedown --link ${link} --reason "It copies …" --reporter "comparison"` },
        ],
        ["To block its artist", `npm run ops -- block --user ${work.ownerId}`],
      ],
      action: { label: "See the artwork", href: link },
      further: { label: "See the one that it looks like", href: buildUrl(first, siteOrigin) },
    };
  },
} as const;
