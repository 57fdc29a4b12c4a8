import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { type AnnouncementItem, findAnnouncement } from "../announcements/find-announcements.ts";
import { findReadableArtwork } from "../artwork/find-artwork.ts";
import { getTakedownSubject } from "../artwork/take-down-artwork.ts";
import { reporterEmailTemplates, takedownEmailTemplates } from "../artwork/takedown-email-templates.ts";
import { buildNoticeReference, COMPARISON, isReported, OWN_LOOK, type Takedown } from "../artwork/takedowns.ts";
import { findNotice, findReportersNotice } from "../support/find-notice.ts";
import { restrictionEmailTemplates } from "../users/restriction-email-templates.ts";
import {
  announcementEmailTemplates,
  noticeEmailTemplates,
  ownerEmailTemplates,
  sellerEmailTemplates,
  ticketEmailTemplates,
} from "./case-email-templates.ts";
import type { CaseItem } from "./find-cases.ts";

interface Services {
  readonly table: OpenTable;
  readonly siteOrigin: string;
}

type Recipient =
  | { readonly to: "owner" | "author" | "buyer" | "seller"; readonly userId: string }
  | { readonly to: "reporter"; readonly address: string };

export type DecisionMail = Recipient & { readonly kind: string; readonly email: EmailTemplate };

type DecidedCase = Pick<
  CaseItem,
  "caseId" | "kind" | "artworkId" | "announcementId" | "authorId" | "sellerId" | "href" | "title"
> & {
  readonly outcome: string;
  readonly reason: string;
  readonly rule?: string | undefined;
  readonly answer?: string | undefined;
};

/** The owner and title of the case's artwork; undefined once it is gone. */
async function findSubject(table: OpenTable, artworkId: string | undefined) {
  const artwork = artworkId ? await findReadableArtwork(table, artworkId) : undefined;
  return artworkId && artwork && !artwork.parts.deletedAt ? getTakedownSubject(artworkId, artwork) : undefined;
}

const buildOwnerPage = ({ siteOrigin }: Services) => `${siteOrigin}/my_artwork`;

/** A report's own link may contain text by its sender, so a mail links to the artwork itself, or to the site. */
const buildReportedPage = ({ siteOrigin }: Services, artworkId: string | undefined) =>
  artworkId ? `${siteOrigin}/artwork/${artworkId}` : siteOrigin;

async function listReporters(table: OpenTable, caseId: string) {
  const notice = await findNotice(table, caseId);
  return notice ? [{ to: "reporter", address: notice.email } as const] : [];
}

/**
 * The mails of a decision that the stream sends with the case: of all but takedowns, restorations and actions on orders, whose
 * mails follow from these.
 */
export async function composeDecisionMails(services: Services, decided: DecidedCase): Promise<DecisionMail[]> {
  const { table } = services;
  const { caseId, outcome, artworkId, authorId } = decided;
  if (outcome === "answer" && authorId) {
    const email = ticketEmailTemplates.answered({
      number: caseId,
      title: decided.title ?? "Your question",
      answer: decided.answer ?? "",
    });
    return [{ to: "author", userId: authorId, kind: "ticket answered", email }];
  }
  if (outcome === "uphold" && authorId) {
    const email = restrictionEmailTemplates.upheld(decided.reason);
    return [{ to: "owner", userId: authorId, kind: "suspension upheld", email }];
  }
  if (outcome === "message_seller" && decided.sellerId) {
    const email = sellerEmailTemplates.payoutMessage(services.siteOrigin, decided.answer ?? "");
    return [{ to: "seller", userId: decided.sellerId, kind: "payout message", email }];
  }
  const announcement = decided.announcementId ? await findAnnouncement(table, decided.announcementId) : undefined;
  // Nobody can see a deleted one, so it isn't back.
  if (outcome === "restore" && announcement?.deletedAt) return [];
  if (announcement && (outcome === "take_down" || outcome === "restore"))
    return composeAnnouncementMails(services, outcome, decided, announcement);
  const subject = await findSubject(table, artworkId);
  const texts = { title: subject?.title, reason: decided.reason, rule: decided.rule };
  const toOwner = (kind: string, email: EmailTemplate): DecisionMail[] =>
    subject ? [{ to: "owner", userId: subject.ownerId, kind, email }] : [];
  const toReporters = async (kind: string, email: EmailTemplate): Promise<DecisionMail[]> =>
    (await listReporters(table, caseId)).map((reporter) => ({ ...reporter, kind, email }));
  const reported = buildReportedPage(services, artworkId);
  switch (outcome) {
    case "mark_mature":
      return [
        ...toOwner("artwork marked mature", ownerEmailTemplates.markedMature(buildOwnerPage(services), texts)),
        ...(await toReporters("notice marked mature", noticeEmailTemplates.markedMature(reported, texts))),
      ];
    case "unmark_mature":
      return toOwner("artwork unmarked mature", ownerEmailTemplates.unmarkedMature(buildOwnerPage(services), texts));
    case "keep_down":
      return toOwner("artwork kept down", ownerEmailTemplates.keptDown(buildOwnerPage(services), texts));
    case "accept":
      return toReporters("notice accepted", noticeEmailTemplates.accepted(services.siteOrigin, texts));
    case "decline":
      return toReporters("notice declined", noticeEmailTemplates.declined(reported, texts));
    default:
      return [];
  }
}

/** The mails about an announcement that was taken down or put back, to its artist and to the reporter. */
async function composeAnnouncementMails(
  services: Services,
  outcome: "take_down" | "restore",
  { caseId, reason, rule }: DecidedCase,
  { announcementId, artistId, title }: AnnouncementItem,
): Promise<DecisionMail[]> {
  const href = `${services.siteOrigin}/announcement/${announcementId}`;
  const texts = { title, reason, rule };
  if (outcome === "restore")
    return [
      {
        to: "owner",
        userId: artistId,
        kind: "announcement restored",
        email: announcementEmailTemplates.restored(href, texts),
      },
    ];
  const reporters = await listReporters(services.table, caseId);
  return [
    {
      to: "owner",
      userId: artistId,
      kind: "announcement taken down",
      email: announcementEmailTemplates.takenDown(href, texts),
    },
    ...reporters.map((reporter) => ({
      ...reporter,
      kind: "notice announcement taken down",
      email: announcementEmailTemplates.reported(services.siteOrigin, texts),
    })),
  ];
}

type TakedownState = keyof typeof takedownEmailTemplates;

/** The mails about a takedown's present state, to the owner and to its reporter, if a notice of theirs is stored. */
export async function composeTakedownMails(
  services: Services & { readonly operators: string },
  state: TakedownState,
  takedown: Pick<Takedown, "artworkId" | "ownerId" | "title" | "reason" | "reporter"> &
    Partial<Takedown> & {
      /** True if the artwork is still down for other takedowns. */
      readonly staysDown?: boolean;
      /** True if a takedown that the answer is about was reported; by default this one alone counts. */
      readonly isReported?: boolean;
    },
): Promise<DecisionMail[]> {
  const { ownerId, artworkId, reporter } = takedown;
  const notice = await findReportersNotice(services.table, reporter);
  const email = takedownEmailTemplates[state](buildOwnerPage(services), {
    isReported: isReported(takedown),
    ...takedown,
  });
  const reporters = notice && [
    {
      to: "reporter" as const,
      address: notice.email,
      kind: `notice ${state}`,
      email: reporterEmailTemplates[state](buildReportedPage(services, artworkId), takedown, services.operators),
    },
  ];
  return [{ to: "owner", userId: ownerId, kind: `artwork ${state}`, email }, ...(reporters ?? [])];
}

/** A takedown's reference to the source of its case. */
export const buildReporter = ({ kind, caseId }: Pick<CaseItem, "kind" | "caseId">) =>
  kind === "notice" ? buildNoticeReference(caseId) : kind === "near_copy" ? COMPARISON : OWN_LOOK;
