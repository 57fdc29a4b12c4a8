import { LIMITS } from "#shared/limits.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { CardItem } from "./cards.ts";
import { getTitle } from "./cards.ts";

type Work = Pick<CardItem, "artworkId" | "ownerId" | "card">;

type CopiedWork = Work & { readonly isTakenDown: boolean };

const buildAddress = ({ artworkId }: Work, siteOrigin: string) => `${siteOrigin}/artwork/${artworkId}`;

const describe = (name: string, work: Work, siteOrigin: string) =>
  [
    [name, `“${getTitle(work)}”, added ${getCreatedAt(work.artworkId).slice(0, 10)} (UTC), artist ${work.ownerId}`],
    ["Address", { own: buildAddress(work, siteOrigin) }],
  ] as const;

/** Mails to operators about published artwork. */
export const operatorEmailTemplates = {
  /** The commands contain only our own ids and addresses, so that they are safe to paste into a shell. */
  nearCopy(work: Work, [first, ...others]: readonly [CopiedWork, ...CopiedWork[]], siteOrigin: string): EmailTemplate {
    const link = buildAddress(work, siteOrigin);
    return {
      subject: `Artwork ${work.artworkId} looks like another`,
      paragraphs: [
        `An artwork was published whose picture looks like one that ${first.isTakenDown ? "was taken down, which its artist alone sees" : "somebody else published"}. It may be a coincidence, work of the same person's, or a copy: compare them before you decide. Nothing was blocked; the form tells artists that you learn of it.`,
        "If it isn't a copy, there is nothing to do. If it is, one of the operators' commands below ends it, with --stack of this stage.",
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
      further: { label: "See the one that it looks like", href: buildAddress(first, siteOrigin) },
    };
  },
} as const;
