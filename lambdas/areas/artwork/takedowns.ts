import type { FormattedItem } from "dynamodb-toolbox/entity";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { v5 as uuidv5 } from "uuid";
import { DAY_MS } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { attempt } from "../../platform/table/transact.ts";
import { TakedownEntity } from "./takedown.entity.ts";

const NOTICE_REFERENCE = "notice ";

/** A takedown's reference to the notice that reported the artwork. */
export const buildNoticeReference = (noticeId: string) => `${NOTICE_REFERENCE}${noticeId}`;

/** A takedown's reference to the comparison of pictures, or to an operator's own look at the artwork. */
export const COMPARISON = "comparison";
export const OWN_LOOK = "own look";

/** True if a report was the reason, by a stored notice or by any other way. */
export const isReported = ({ reporter }: Pick<Takedown, "reporter">) =>
  reporter !== COMPARISON && reporter !== OWN_LOOK;

/** Takedowns, one per report, that weren't followed by a restoration. */
export async function findOpenTakedowns(table: OpenTable, artworkId: string) {
  const all = await queryAll(table, TakedownEntity, { artworkId });
  return all.filter((takedown) => !isRestored(takedown));
}

/** Older takedowns have no waiting period: their artwork was restored with the answer. */
export const isRestored = ({
  answeredAt,
  restoreFrom,
  restoredAt,
}: Pick<Takedown, "answeredAt" | "restoreFrom" | "restoredAt">) =>
  restoredAt !== undefined || (answeredAt !== undefined && restoreFrom === undefined);

/** The case about an owner's answer, which covers all takedowns that it answers. */
export const buildAnswerCaseId = (artworkId: string, answeredAt: string) => uuidv5(answeredAt, artworkId);

/** The takedowns that the case of an answer is about. */
export const findAnswered = (takedowns: readonly Takedown[], caseId: string) =>
  takedowns.filter(({ artworkId, answeredAt }) => answeredAt && buildAnswerCaseId(artworkId, answeredAt) === caseId);

/** The day (ISO 8601) before which artwork with these takedowns may not return; undefined if it may. */
export const findRestoreDay = (takedowns: readonly Takedown[], at: Date) =>
  takedowns
    .flatMap(({ restoreFrom }) => (restoreFrom && at.toISOString() < restoreFrom ? [restoreFrom] : []))
    .toSorted()
    .at(-1);

/** A reporter learns what became of their notice; without one, artwork that is down isn't taken down again. */
export const isTakedownNeeded = (open: readonly Takedown[], reporter: string) =>
  open.length === 0 || reporter.startsWith(NOTICE_REFERENCE);

const STORED = { attr: "reason", exists: true } as const;

/** The date that many weekdays later. */
export function addBusinessDays(from: Date, days: number): Date {
  let date = from;
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + DAY_MS);
    if (![0, 6].includes(date.getUTCDay())) left -= 1;
  }
  return date;
}

export type Takedown = FormattedItem<typeof TakedownEntity>;

export type NewTakedown = Pick<
  Takedown,
  "artworkId" | "takedownId" | "ownerId" | "title" | "reason" | "reporter" | "rule" | "decidedBy"
>;

/** Stores the reason of a takedown; the stream notifies the owner. */
export const buildTakedown = (takedown: NewTakedown) => TakedownEntity.build(PutTransaction).item(takedown);

/** Stores the owner's answer; the stream notifies both sides. False if there is one already. */
export const recordAnswer = (
  table: OpenTable,
  { artworkId, takedownId }: Takedown,
  { answer, at, restoreFrom }: { readonly answer: string; readonly at: Date; readonly restoreFrom: Date },
) =>
  conditionHeld(
    table.send(
      TakedownEntity.build(UpdateItemCommand)
        .item({
          artworkId,
          takedownId,
          answer,
          answeredAt: at.toISOString(),
          restoreFrom: restoreFrom.toISOString(),
        })
        .options({ condition: { and: [STORED, { attr: "answeredAt", exists: false }] } }),
    ),
  );

/** The most items of a transaction. */
const AT_ONCE = 100;

/**
 * Stores all of an artwork's takedowns as restored at one moment, which identifies the mails; the stream sends them to both
 * sides. Throws if one was restored meanwhile.
 */
export async function recordRestored(table: OpenTable, takedowns: readonly Takedown[], at: Date) {
  const writes = takedowns.map(({ artworkId, takedownId }) =>
    TakedownEntity.build(UpdateTransaction)
      .item({ artworkId, takedownId, restoredAt: at.toISOString() })
      .options({ condition: { and: [STORED, { attr: "restoredAt", exists: false }] } }),
  );
  for (let done = 0; done < writes.length; done += AT_ONCE) {
    const failed = await attempt(table, writes.slice(done, done + AT_ONCE));
    if (failed.length > 0) throw new Error("A takedown was closed concurrently");
  }
}
