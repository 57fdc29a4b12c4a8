import { type ArtworkAction, type CaseAction, isOrderAction, type MailPreview } from "#shared/model/case.ts";
import { type EmailTemplate, renderSubject, renderText } from "../../platform/mail/email-template.ts";
import { findReadableArtwork } from "../artwork/find-artwork.ts";
import { getTakedownSubject } from "../artwork/take-down-artwork.ts";
import {
  addBusinessDays,
  findAnswered,
  findOpenTakedowns,
  isReported,
  isTakedownNeeded,
} from "../artwork/takedowns.ts";
import {
  buildReporter,
  composeDecisionMails,
  composeTakedownMails,
  type DecisionMail,
} from "../cases/decision-mails.ts";
import type { CaseItem } from "../cases/find-cases.ts";
import { findOrder } from "../purchases/order/find-orders.ts";
import { restrictionEmailTemplates } from "../users/restriction-email-templates.ts";
import { composeOrderMails } from "./order-mails.ts";
import type { AdminServices } from "./services.ts";

interface Draft {
  readonly action: CaseAction | ArtworkAction;
  readonly reason?: string | undefined;
  readonly rule?: string | undefined;
  readonly answer?: string | undefined;
}

type Subject = Pick<
  CaseItem,
  "caseId" | "kind" | "artworkId" | "announcementId" | "orderId" | "authorId" | "sellerId" | "href" | "title"
>;

/** The mails of a takedown and of what follows it. */
async function composeTakedown(
  services: AdminServices,
  item: Subject,
  draft: Draft,
): Promise<DecisionMail[] | undefined> {
  const { action, reason = "", rule, answer = "" } = draft;
  const { table, now, operatorsAddress: operators, counterNotices } = services;
  const { artworkId } = item;
  const artwork = artworkId ? await findReadableArtwork(table, artworkId) : undefined;
  if (!artworkId || !artwork || artwork.parts.deletedAt) return undefined;
  const composing = { ...services, operators };
  const all = await findOpenTakedowns(table, artworkId);
  if (action === "take_down") {
    if (!isTakedownNeeded(all, buildReporter(item))) return [];
    const takedown = { ...getTakedownSubject(artworkId, artwork), reason, rule, reporter: buildReporter(item) };
    return composeTakedownMails(composing, "takenDown", takedown);
  }
  if (action !== "restore" && action !== "record_answer") return undefined;
  const at = now();
  const open = item.kind === "counter_notice" ? findAnswered(all, item.caseId) : all;
  const changes =
    action === "restore"
      ? { restoredAt: at.toISOString(), staysDown: open.length < all.length }
      : {
          answer,
          isReported: all.some(isReported),
          restoreFrom: addBusinessDays(at, counterNotices.days).toISOString(),
        };
  const mails = await Promise.all(
    open.map((takedown) =>
      composeTakedownMails(composing, action === "restore" ? "restored" : "answered", { ...takedown, ...changes }),
    ),
  );
  // The owner gets one mail about all of them.
  return mails.flatMap((each, at) => each.filter(({ to }) => to !== "owner" || at === 0));
}

/** The mail about the end of a suspension, which the stream sends because the account changed. */
function composeLift({ siteOrigin }: AdminServices, { authorId }: Subject, { action, reason = "" }: Draft) {
  if (action !== "lift" || !authorId) return undefined;
  const email = restrictionEmailTemplates.lifted(siteOrigin, reason);
  return [{ to: "owner", userId: authorId, kind: "accountSuspensionLifted", email } as const];
}

interface ComposedMail {
  readonly to: MailPreview["to"];
  readonly email: EmailTemplate;
}

/** A mail as its receiver reads it. */
export const toPreview = ({ to, email }: ComposedMail): MailPreview => ({
  to,
  subject: renderSubject(email),
  text: renderText(email),
});

/** Every mail that a decision would send, as its receiver reads it. */
export async function previewMails(services: AdminServices, item: Subject, draft: Draft): Promise<MailPreview[]> {
  const { action, reason = "", rule, answer } = draft;
  const order = item.orderId && isOrderAction(action) ? await findOrder(services.table, item.orderId) : undefined;
  const mails =
    composeLift(services, item, draft) ??
    (order && isOrderAction(action) ? composeOrderMails(services, order, action, reason) : undefined) ??
    (await composeTakedown(services, item, draft)) ??
    (await composeDecisionMails(services, { ...item, outcome: action, reason, rule, answer }));
  return mails.map(toPreview);
}
