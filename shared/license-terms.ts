import type { LicenseType } from "./rules/license-options.ts";

export interface TermsSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** List below the last paragraph. */
  readonly points?: readonly string[];
}

export interface LicenseTerms {
  readonly title: string;
  readonly sections: readonly TermsSection[];
}

const PARTIES: TermsSection = {
  heading: "Who and what this is about",
  paragraphs: [
    "The assignor is the artist who offers the work on the marketplace. The assignee is the person or the company that the license certificate names. The work is the picture in the version that the certificate identifies by its checksum.",
    "This license is an agreement between the assignor and the assignee. The marketplace records it and issues the certificate; it is not a party to it.",
  ],
};

const RETAINED_RIGHTS: TermsSection = {
  heading: "What the artist keeps",
  paragraphs: [
    "The assignor keeps the copyright, the moral rights and every right that this license does not grant. The license is not exclusive: the assignor may license the work to others and use it in any way. Nothing here sells the work itself.",
  ],
};

const PROHIBITED = [
  "Pass the file on: no selling, renting, sublicensing or giving away of the file, and no page from which others can download it at full size.",
  "Offer the work as stock, as a template, as a wallpaper or in a collection of pictures, on this marketplace or elsewhere.",
  "Register the work, or a part of it, as a trademark or a design, or tie it to a token that stands for owning it.",
  "Use the work to train, tune or test software that generates pictures, or put it into a data set made for that, without the assignor's written consent.",
  "Say that you made the work, or remove a signature or the author's name from the file.",
  "Use the work for something unlawful, or so that the assignor seems to support a person, a party, a product or an opinion.",
];

const ENDING: TermsSection = {
  heading: "How long it lasts",
  paragraphs: [
    "The license has no end date and applies worldwide. It stays in force when the assignor changes the price, the terms or the picture, hides or deletes the work, or leaves the marketplace.",
    "It ends when the payment for it is refunded or reversed, and when the assignee breaks these terms and does not put that right within 14 days of being asked to. The assignee then stops using the work and deletes every copy of the file. What was lawfully printed, published or given away before may stay as it is.",
  ],
};

const WARRANTY: TermsSection = {
  heading: "What the artist vouches for",
  paragraphs: [
    "The assignor vouches for having made the work or holding the rights needed to license it, and knows of nobody whose rights this use of it would violate. People, places and brands that can be recognised in it may have rights of their own; where a use needs their consent, getting it is up to the assignee.",
    "Beyond that the work is licensed as it is. Each side's liability is limited to the price paid for the license, except for intent, gross negligence, harm to persons and wherever the law does not allow a limit.",
  ],
};

const GENERAL: TermsSection = {
  heading: "The rest",
  paragraphs: [
    "The certificate and these terms are the whole agreement about the work. Changes need both sides' agreement in writing. If a clause turns out to be void, the others stand. Rights that the law gives consumers, and uses that the law allows without a license, are not restricted.",
  ],
};

/** Rights of the assignee by licence type: a sentence that continues after their name, and examples. */
export const GRANTED: Readonly<
  Record<LicenseType, Readonly<{ may: string; examples: readonly string[]; companyExamples: readonly string[] }>>
> = {
  personal: {
    may: "may use the work for anything that earns no money and promotes nothing.",
    examples: [
      "Keep the file on your devices and in your backups, and use it as a wallpaper, a background or a profile picture.",
      "Print it for your own rooms in any size and number, and give prints away as presents.",
      "Use it in private letters and cards, in school work and in talks for which nobody pays.",
      "Show it on a page or profile of yours that carries no advertising and sells nothing, with the artist's name beside it.",
      "Crop it, resize it and change its colors for these uses.",
    ],
    companyExamples: [
      "Where the assignee is a company: show it in the company's own rooms and in documents that stay inside the company.",
    ],
  },
  commercial: {
    may: "may use the work privately and in business, in any medium, in any number of copies and for any number of projects.",
    examples: [
      "Everything that the Personal License allows.",
      "Websites, apps, games, films, channels and posts, also where they earn money.",
      "Advertising, packaging, presentations, and the covers and pages of books, magazines and records.",
      "Goods for sale that carry the work as a part of their design, such as clothing, stationery or boxes.",
      "Finished designs for clients: the client may use the design, but not take the work out of it.",
      "Crop, recolor, combine and otherwise change the work for these uses.",
    ],
    companyExamples: [],
  },
};

const buildPermissions = (type: LicenseType): TermsSection => ({
  heading: "What you may do",
  paragraphs: [`The assignee ${GRANTED[type].may} For example:`],
  points: [...GRANTED[type].examples, ...GRANTED[type].companyExamples],
});

/** The terms of each licence type. Certificates contain a hash of exactly this text, so changes apply to later licences only. */
export const LICENSE_TERMS: Readonly<Record<LicenseType, LicenseTerms>> = {
  personal: {
    title: "Personal License, version 1",
    sections: [
      PARTIES,
      buildPermissions("personal"),
      {
        heading: "What you may not do",
        paragraphs: ["The assignee may not:"],
        points: [
          "Use the work in or for a product, a service, an advertisement, or a page or channel that earns money.",
          "Sell prints, or anything else that shows the work.",
          ...PROHIBITED,
        ],
      },
      RETAINED_RIGHTS,
      {
        heading: "Handing it on",
        paragraphs: [
          "A personal license belongs to the assignee alone and cannot be transferred. People who live in the assignee's household may enjoy the work there.",
        ],
      },
      ENDING,
      WARRANTY,
      GENERAL,
    ],
  },
  commercial: {
    title: "Commercial License, version 1",
    sections: [
      PARTIES,
      buildPermissions("commercial"),
      {
        heading: "What you may not do",
        paragraphs: ["The assignee may not:"],
        points: ["Sell prints, posters, canvases or files whose worth lies in the work alone.", ...PROHIBITED],
      },
      RETAINED_RIGHTS,
      {
        heading: "Naming the artist",
        paragraphs: [
          "Where a credit is customary, in a book, a film or an article for example, the assignee names the artist as the certificate does. Where it is not customary, on packaging or in an advertisement for example, no credit is needed.",
        ],
      },
      {
        heading: "Handing it on",
        paragraphs: [
          "Employees and contractors may use the work on behalf of the assignee. The license passes to whoever takes over the whole business of the assignee; otherwise it cannot be transferred.",
          "A commercial license in the name of a person covers that person's own trade. For the use of a company, the certificate has to name the company.",
        ],
      },
      ENDING,
      WARRANTY,
      GENERAL,
    ],
  },
};

/** Additions of an offer to the standard terms. */
export interface Agreement {
  /** In the artist's own words. */
  readonly licenseTerms?: string | undefined;
  readonly licenseExclusive?: boolean | undefined;
}

/** True for a licence with terms of its own, beside the standard ones. */
export const isOfOwnKind = ({ licenseTerms, licenseExclusive }: Agreement) =>
  Boolean(licenseTerms) || licenseExclusive === true;

export const EXCLUSIVE_TERM =
  "This license is exclusive: from the sale on, the assignor offers the work to nobody else on the marketplace. Licenses sold before stay in force.";

/** The section that an offer adds; none without terms of its own. */
const listAgreed = (agreement: Agreement): TermsSection[] =>
  isOfOwnKind(agreement)
    ? [
        {
          heading: "What these two sides agreed on",
          paragraphs: [
            "Where this section differs from the others, it prevails.",
            ...(agreement.licenseExclusive ? [EXCLUSIVE_TERM] : []),
            ...(agreement.licenseTerms ? [agreement.licenseTerms] : []),
          ],
        },
      ]
    : [];

/** The terms as plain text, exactly as they are hashed. */
export const formatLicenseTerms = (type: LicenseType, agreement: Agreement = {}): string => {
  const { title, sections } = LICENSE_TERMS[type];
  const blocks = [...sections, ...listAgreed(agreement)].map(({ heading, paragraphs, points = [] }) =>
    [heading, ...paragraphs, ...points.map((point) => `- ${point}`)].join("\n"),
  );
  return `${[title, ...blocks].join("\n\n")}\n`;
};
