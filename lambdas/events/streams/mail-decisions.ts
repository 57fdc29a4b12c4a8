import type { DynamoDBStreamEvent } from "aws-lambda";
import { CaseEntity } from "../../areas/cases/case.entity.ts";
import { composeDecisionMails } from "../../areas/cases/decision-mails.ts";
import type { MailServices } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";
import { sendDecisionMail } from "./send-decision-mail.ts";

/** Mails those concerned about the decision of a case, and the owner when a mark as mature is undone. */
export const mailDecisions = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const [before, decided] = [parseImage(record, "OldImage", CaseEntity), parseImage(record, "NewImage", CaseEntity)];
    if (!decided || decided.closedAt === before?.closedAt) return;
    const { caseId, closedAt, outcome, reason = "" } = decided;
    const isUndone = !closedAt && before?.outcome === "mark_mature";
    const decision = isUndone ? "unmark_mature" : outcome;
    if (!decision) return;
    const mails = await composeDecisionMails(services, { ...decided, outcome: decision, reason });
    for (const mail of mails) {
      await sendDecisionMail(services, `mail#${decision}#${caseId}#${closedAt ?? before?.closedAt}#${mail.to}`, mail);
    }
  });
