import {
  decideCase,
  listCases,
  previewCaseMails,
  readCase,
  readCaseMessages,
  releaseCase,
  reopenCase,
  takeCase,
} from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CASE_KINDS, CASE_PERMISSIONS } from "#shared/model/case.ts";
import { MessageId } from "#shared/model/ids.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { Operator } from "../../platform/runtime/operator.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { releaseCase as release } from "../cases/change-cases.ts";
import { type CaseItem, findCase, queryCases } from "../cases/find-cases.ts";
import { showCase, showCases } from "../cases/show-cases.ts";
import { findThread, queryMessages } from "../messages/find-threads.ts";
import { findPeople } from "../users/find-people.ts";
import { claimCase, decide, undo } from "./decide-case.ts";
import { previewMails } from "./preview-mails.ts";
import type { AdminServices } from "./services.ts";

type Caller = Pick<Operator, "userId" | "permissions">;

const mayDecide = ({ permissions }: Caller, kind: CaseItem["kind"]) => permissions.includes(CASE_PERMISSIONS[kind]);

/** The case, if the operator's permissions cover its kind. */
async function findOwnCase({ table }: AdminServices, caseId: string, operator: Caller) {
  const item = await findCase(table, caseId);
  return item && mayDecide(operator, item.kind) ? item : undefined;
}

/** The case as it is now. */
async function showPresent(services: AdminServices, caseId: string, operator: Caller) {
  const item = await findOwnCase(services, caseId, operator);
  return item ? showCase(services, item, operator.userId) : fail("case_not_found");
}

export const listCasesHandler = handle(listCases, async ({ query, actor }, services: AdminServices) => {
  const kinds = (query.kind ? [query.kind] : CASE_KINDS).filter((kind) => mayDecide(actor, kind));
  const { items, ...page } = await queryCases(services.table, { ...query, kinds });
  return { ...page, items: await showCases(services, items) };
});

/** The case is itself the reason of the look. */
export const readCaseHandler = handle(readCase, ({ params: { caseId }, actor, audited }, services: AdminServices) => {
  audited.reason = caseId;
  return showPresent(services, caseId, actor);
});

export const readCaseMessagesHandler = handle(
  readCaseMessages,
  async ({ params: { caseId }, query, actor, audited }, services: AdminServices) => {
    const { table } = services;
    const item = await findOwnCase(services, caseId, actor);
    if (!item) return fail("case_not_found");
    if (query.reason !== caseId) return fail("invalid_request", { fields: { reason: MESSAGES.invalid } });
    const thread = item.threadId ? await findThread(table, item.threadId) : undefined;
    if (!thread) return fail("thread_not_found");
    audited.target = thread.threadId;
    const messages = await queryMessages(table, thread.threadId, query);
    const getPerson = await findPeople(table, [thread.buyerId, thread.artistId]);
    return toPage(
      messages,
      query.limit,
      ({ messageId }) => messageId,
      ({ messageId, authorId, kind, content }) => ({
        messageId: MessageId.parse(messageId),
        author: getPerson(authorId),
        kind,
        content,
        created: getCreatedAt(messageId),
      }),
    );
  },
);

export const takeCaseHandler = handle(takeCase, async ({ params: { caseId }, actor }, services: AdminServices) => {
  const item = await findOwnCase(services, caseId, actor);
  if (!item) return fail("case_not_found");
  return (await claimCase(services, item, actor.userId)) ?? showPresent(services, caseId, actor);
});

export const releaseCaseHandler = handle(
  releaseCase,
  async ({ params: { caseId }, actor }, services: AdminServices) => {
    if (!(await findOwnCase(services, caseId, actor))) return fail("case_not_found");
    await release(services.table, caseId, actor.userId);
    return undefined;
  },
);

export const previewCaseMailsHandler = handle(
  previewCaseMails,
  async ({ params: { caseId }, body, actor }, services: AdminServices) => {
    const item = await findOwnCase(services, caseId, actor);
    if (!item) return fail("case_not_found");
    return { mails: await previewMails(services, item, body) };
  },
);

export const decideCaseHandler = handle(
  decideCase,
  async ({ params: { caseId }, body, actor }, services: AdminServices) => {
    const item = await findOwnCase(services, caseId, actor);
    if (!item) return fail("case_not_found");
    const refused = await decide(services, item, body, actor.userId);
    return refused instanceof Failure ? refused : showPresent(services, caseId, actor);
  },
);

export const reopenCaseHandler = handle(
  reopenCase,
  async ({ params: { caseId }, body, actor }, services: AdminServices) => {
    const item = await findOwnCase(services, caseId, actor);
    if (!item) return fail("case_not_found");
    const refused = await undo(services, item, body.reason, actor.userId);
    return refused instanceof Failure ? refused : showPresent(services, caseId, actor);
  },
);
