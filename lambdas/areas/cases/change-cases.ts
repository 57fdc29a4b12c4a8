import type { InputItem } from "dynamodb-toolbox/entity";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { CASE_DAYS, type CaseKind, type DATED_KINDS } from "#shared/model/case.ts";
import { DAY_MS, epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import {
  buildAuthorPartition,
  buildCaseList,
  buildCasePlace,
  buildSubjectPartition,
  CaseEntity,
} from "./case.entity.ts";
import type { CaseItem } from "./find-cases.ts";

type DatedKind = (typeof DATED_KINDS)[number];

export type NewCase = Pick<
  InputItem<typeof CaseEntity>,
  | "caseId"
  | "artworkId"
  | "threadId"
  | "reportedId"
  | "announcementId"
  | "orderId"
  | "sellerId"
  | "href"
  | "copies"
  | "authorId"
  | "title"
  | "text"
> &
  ({ readonly kind: Exclude<CaseKind, DatedKind> } | { readonly kind: DatedKind; readonly dueAt: string });

function buildCase(opened: NewCase, at: Date) {
  const { caseId, kind, authorId, artworkId, orderId, reportedId } = opened;
  const subjectId = artworkId ?? orderId ?? reportedId;
  const dueAt =
    "dueAt" in opened ? opened.dueAt : new Date(at.getTime() + CASE_DAYS[opened.kind] * DAY_MS).toISOString();
  return {
    ...opened,
    status: "open" as const,
    created: at.toISOString(),
    dueAt,
    list: buildCaseList("open", kind),
    place: buildCasePlace(dueAt, caseId),
    ...(authorId ? { ofAuthor: buildAuthorPartition(authorId) } : {}),
    ...(subjectId ? { ofSubject: buildSubjectPartition(subjectId) } : {}),
    expires: epochSeconds(at) + LIFETIMES.notice,
  };
}

/** Puts a case into the queue, unless it was before. */
export const openCase = (table: OpenTable, opened: NewCase, at: Date) =>
  conditionHeld(
    table.send(
      CaseEntity.build(PutItemCommand)
        .item(buildCase(opened, at))
        .options({ condition: { attr: "kind", exists: false } }),
    ),
  );

/** Condition that the case is open and that nobody else has it. */
const buildTakeableCondition = (operatorId: string, now: Date) => ({
  and: [
    { attr: "status" as const, eq: "open" as const },
    {
      or: [
        { attr: "takenBy" as const, exists: false as const },
        { attr: "takenBy" as const, eq: operatorId },
        { attr: "takenUntil" as const, lte: now.toISOString() },
      ],
    },
  ],
});

/** Takes an open case for 30 minutes; false if it was closed or another operator has it. */
export const takeCase = (table: OpenTable, caseId: string, operatorId: string, now: Date) =>
  conditionHeld(
    table.send(
      CaseEntity.build(UpdateItemCommand)
        .item({
          caseId,
          takenBy: operatorId,
          takenUntil: new Date(now.getTime() + LIFETIMES.takenCase * 1000).toISOString(),
        })
        .options({ condition: buildTakeableCondition(operatorId, now) }),
    ),
  );

/** Gives a case back; nothing happens if another operator has it. */
export const releaseCase = (table: OpenTable, caseId: string, operatorId: string) =>
  conditionHeld(
    table.send(
      CaseEntity.build(UpdateItemCommand)
        .item({ caseId, takenBy: $remove(), takenUntil: $remove() })
        .options({ condition: { attr: "takenBy", eq: operatorId } }),
    ),
  );

export type Decision = Required<Pick<CaseItem, "closedBy" | "closedAt" | "outcome" | "reason">> &
  Pick<CaseItem, "rule" | "answer" | "takedownId">;

const buildClosed = <D extends Omit<Decision, "closedBy" | "reason">>(
  { caseId, kind }: Pick<CaseItem, "caseId" | "kind">,
  decision: D,
) => ({
  caseId,
  status: "closed" as const,
  ...decision,
  list: buildCaseList("closed", kind),
  place: buildCasePlace(decision.closedAt, caseId),
});

/** Closes a case that its operator has taken, also if what they did has ended it meanwhile. */
export const buildClosing = (item: Pick<CaseItem, "caseId" | "kind">, decision: Decision) =>
  CaseEntity.build(UpdateTransaction)
    .item({ ...buildClosed(item, decision), takenBy: $remove(), takenUntil: $remove() })
    .options({
      condition: {
        and: [
          { attr: "takenBy", eq: decision.closedBy },
          { attr: "closedBy", exists: false },
        ],
      },
    });

/** Ends an open case that nobody needs to decide any more; `outcome` says why. Its operator may still close it as theirs. */
export const endCase = (table: OpenTable, item: Pick<CaseItem, "caseId" | "kind">, outcome: string, at: Date) =>
  conditionHeld(
    table.send(
      CaseEntity.build(UpdateItemCommand)
        .item(buildClosed(item, { closedAt: at.toISOString(), outcome }))
        .options({ condition: { attr: "status", eq: "open" } }),
    ),
  );

/** A decision about an artwork without a report, kept as a closed case. */
export const buildReview = (
  { caseId, artworkId }: { readonly caseId: string; readonly artworkId: string },
  /** Commands have no account. */
  decision: Omit<Decision, "closedBy"> & Pick<CaseItem, "closedBy">,
) =>
  CaseEntity.build(PutTransaction).item({
    ...buildCase({ caseId, kind: "review", artworkId }, new Date(decision.closedAt)),
    ...buildClosed({ caseId, kind: "review" }, decision),
  });

/** Reopens a case that is still as it was read, for the operator who reopens it; false if it was changed. */
export const reopenCase = (
  table: OpenTable,
  { caseId, kind, dueAt, closedAt = "" }: CaseItem,
  operatorId: string,
  now: Date,
) =>
  conditionHeld(
    table.send(
      CaseEntity.build(UpdateItemCommand)
        .item({
          caseId,
          status: "open",
          ...{ closedBy: $remove(), closedAt: $remove(), outcome: $remove(), reason: $remove() },
          ...{ rule: $remove(), answer: $remove(), takedownId: $remove() },
          takenBy: operatorId,
          takenUntil: new Date(now.getTime() + LIFETIMES.takenCase * 1000).toISOString(),
          list: buildCaseList("open", kind),
          place: buildCasePlace(dueAt, caseId),
        })
        .options({ condition: { attr: "closedAt", eq: closedAt } }),
    ),
  );
