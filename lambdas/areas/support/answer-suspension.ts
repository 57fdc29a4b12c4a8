import { answerSuspension } from "#shared/contract/support.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { openCase } from "../cases/change-cases.ts";
import { findOpenUser } from "../users/open-account.ts";
import { isSuspended, recordAnswered } from "../users/suspension.ts";
import type { SupportServices } from "./services.ts";

/** The case has the suspension's id, so that an interrupted call can be repeated and makes no second one. */
export const answerSuspensionHandler = handle(
  answerSuspension,
  async ({ body: { answerText: text }, actor: { userId } }, { table, now }: SupportServices) => {
    const user = await findOpenUser(table, userId);
    if (!user) return fail("forbidden");
    if (!isSuspended(user)) return fail("account_not_suspended");
    const { suspensionId, answeredAt } = user.suspension;
    if (answeredAt) return fail("suspension_answered");
    await openCase(table, { kind: "appeal", caseId: suspensionId, authorId: userId, text }, now());
    await recordAnswered(table, userId, suspensionId, now());
    return { message: MESSAGES.suspensionAnswerSent, expose: true as const };
  },
);
