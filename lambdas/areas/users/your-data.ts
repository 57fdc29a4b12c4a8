import { downloadExport, readExport, requestExport } from "#shared/contract/users.ts";
import type { DataExport as Shown } from "#shared/model/data-export.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { epochSeconds, toIso } from "../../platform/runtime/time.ts";
import {
  beginDataExport,
  buildArchiveKey,
  type DataExport,
  findDataExport,
  getNextRequestAt,
  hasFailed,
} from "./data-exports.ts";
import type { ArchiveServices, UsersServices } from "./services.ts";

const NONE: Shown = { status: "none", done: 0, pictures: 0, leftOut: 0, bytes: 0, expires: null, again: null };

function toShown(latest: DataExport | undefined, now: Date): Shown {
  if (!latest) return NONE;
  const { status, done, pictures, leftOut, bytes, expires } = latest;
  const again = getNextRequestAt(latest, now);
  return {
    status: hasFailed(latest, now) ? "failed" : status,
    ...{ done, pictures, leftOut, bytes },
    expires: status === "ready" ? toIso(expires) : null,
    again: again > epochSeconds(now) ? toIso(again) : null,
  };
}

export const readExportHandler = handle(readExport, async ({ params }, { table, now }: UsersServices) =>
  toShown(await findDataExport(table, params.userId, now()), now()),
);

export const requestExportHandler = handle(requestExport, async ({ params }, services: UsersServices) => {
  const { table, now, newId } = services;
  const refused = await beginDataExport(table, { userId: params.userId, exportId: newId() }, now());
  return refused ?? toShown(await findDataExport(table, params.userId, now()), now());
});

export const downloadExportHandler = handle(
  downloadExport,
  async ({ params }, { table, archiveDownloads, now }: ArchiveServices) => {
    const latest = await findDataExport(table, params.userId, now());
    if (latest?.status !== "ready") return fail("export_not_found");
    const day = toIso(latest.requested).slice(0, 10);
    return { redirect: await archiveDownloads.linkTo(buildArchiveKey(latest), `ochre-data-${day}.zip`) };
  },
);
