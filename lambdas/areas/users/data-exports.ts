import type { FormattedItem } from "dynamodb-toolbox/entity";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { DataExportEntity } from "./data-export.entity.ts";
import { buildOpenAccountCheck } from "./open-account.ts";

export type DataExport = FormattedItem<typeof DataExportEntity>;

/** Key of the archive in the private bucket; unique, so that deleting an older one leaves it. */
export const buildArchiveKey = ({ userId, exportId }: Pick<DataExport, "userId" | "exportId">) =>
  `exports/${userId}/${exportId}.zip`;

/** The person's latest export; `undefined` once it has expired. */
export async function findDataExport(table: OpenTable, userId: string, now: Date) {
  const { Item } = await table.send(
    DataExportEntity.build(GetItemCommand).key({ userId }).options({ consistent: true }),
  );
  return Item && Item.expires > epochSeconds(now) ? Item : undefined;
}

/** A crashed function can't store its failure. */
export const hasFailed = ({ status, requested }: DataExport, now: Date) =>
  status === "failed" || (status === "preparing" && requested + LIFETIMES.dataExportWait < epochSeconds(now));

/** Epoch seconds of the next possible request. */
export const getNextRequestAt = (latest: DataExport | undefined, now: Date) =>
  !latest || hasFailed(latest, now) ? 0 : latest.requested + LIFETIMES.dataExportPause;

/** Starts an export unless one is in progress or less than a day old; the stream queues the work. */
export function beginDataExport(
  table: OpenTable,
  { userId, exportId, reason }: Pick<DataExport, "userId" | "exportId" | "reason">,
  now: Date,
) {
  const at = epochSeconds(now);
  const write = DataExportEntity.build(PutTransaction)
    .item({ userId, exportId, reason, status: "preparing", requested: at, expires: at + LIFETIMES.dataExport })
    .options({
      condition: {
        or: [
          { attr: "exportId", exists: false },
          { attr: "status", eq: "failed" },
          { attr: "requested", lte: at - LIFETIMES.dataExportPause },
          {
            and: [
              { attr: "status", eq: "preparing" },
              { attr: "requested", lt: at - LIFETIMES.dataExportWait },
            ],
          },
        ],
      },
    });
  return transact(table, [{ write, failure: "export_too_soon" }, buildOpenAccountCheck(userId)]);
}

type Progress = Partial<Pick<DataExport, "status" | "done" | "pictures" | "leftOut" | "bytes" | "expires">>;

/** Stores an export's progress; false if it is ready, replaced, or the account is closed. */
export const recordProgress = (table: OpenTable, { userId, exportId }: DataExport, progress: Progress) =>
  conditionHeld(
    table.send(
      DataExportEntity.build(UpdateItemCommand)
        .item({ userId, ...progress })
        .options({
          condition: {
            and: [
              { attr: "exportId", eq: exportId },
              { attr: "status", ne: "ready" },
            ],
          },
        }),
    ),
  );

/** Deletes the export; the stream deletes the archive. */
export const deleteDataExport = (table: OpenTable, userId: string) =>
  table.send(DataExportEntity.build(DeleteItemCommand).key({ userId }));
