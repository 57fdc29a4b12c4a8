import type { SQSEvent } from "aws-lambda";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { openPreviews } from "../../areas/media/open-previews.ts";
import { collectPersonalData } from "../../areas/personal-data/collect.ts";
import { listFiles } from "../../areas/personal-data/list-files.ts";
import { openExportStorage } from "../../areas/personal-data/open-export-storage.ts";
import {
  buildArchiveKey,
  type DataExport,
  deleteDataExport,
  findDataExport,
  recordProgress,
} from "../../areas/users/data-exports.ts";
import type { User } from "../../areas/users/find-user.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import { ExportRequest } from "../../areas/users/open-data-exports.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { type OpenedServices, openServices } from "../../platform/runtime/serve.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { openSigning } from "../../platform/signing/open-signing.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";

const serviceFactories = {
  table: openTable,
  exportStorage: openExportStorage,
  publicPreviews: openPreviews,
  signing: openSigning,
  readOnlyAuditTable: ({ AUDIT_TABLE_NAME }: { readonly AUDIT_TABLE_NAME: string }) => AUDIT_TABLE_NAME,
  readOnlyUserPool: ({ USER_POOL_ID }: { readonly USER_POOL_ID: string }) => USER_POOL_ID,
};

type ExportServices = OpenedServices<typeof serviceFactories> & BaseServices;

let services: ExportServices | undefined;

/** Creates the data exports requested in the settings. */
export async function handler(event: SQSEvent) {
  services ??= openServices("export-personal-data", serviceFactories, process.env);
  return exportPersonalData(event, services);
}

/** Creates requested data exports; safe to repeat: a finished export isn't made again. */
export const exportPersonalData = (event: SQSEvent, opened: ExportServices) =>
  consumeMessages(event, opened, ExportRequest, async ({ userId, exportId }, attempt) => {
    const { table, now } = opened;
    const request = await findDataExport(table, userId, now());
    if (request?.exportId !== exportId || request.status === "ready") return;
    const user = await findOpenUser(table, userId);
    if (!user) return deleteDataExport(table, userId);
    try {
      await makeArchive(request, user, opened);
    } catch (error) {
      if (attempt >= LIMITS.dataExport.attempts) await recordProgress(table, request, { status: "failed" });
      throw error;
    }
  });

/** Minimum time between two stored progress updates; pages with a progress bar poll every few seconds. */
const PROGRESS_INTERVAL_MS = 3000;

async function makeArchive(request: DataExport, user: User, services: ExportServices) {
  const { table, exportStorage, publicPreviews, signing, readOnlyAuditTable, readOnlyUserPool, now } = services;
  const sources = { table, auditTable: readOnlyAuditTable, userPool: readOnlyUserPool };
  const collected = await collectPersonalData(sources, user, now());
  const { files, pictures, leftOut } = await listFiles(
    collected,
    { uploads: exportStorage.uploads, publicPreviews, signing },
    LIMITS.dataExport.maxBytes,
  );
  await recordProgress(table, request, { status: "preparing", done: 0, pictures, leftOut });
  let recordedAt = Date.now();
  const key = buildArchiveKey(request);
  const bytes = await exportStorage.store(key, files, async (index) => {
    if (Date.now() - recordedAt < PROGRESS_INTERVAL_MS) return;
    recordedAt = Date.now();
    await recordProgress(table, request, { done: Math.max(0, index - (files.length - pictures)) });
  });
  const expires = epochSeconds(now()) + LIFETIMES.dataExport;
  if (await recordProgress(table, request, { status: "ready", done: pictures, bytes, expires })) return;
  // Another run finished this export, and its archive stays; or the export was replaced or deleted, and the archive goes.
  const latest = await findDataExport(table, request.userId, now());
  if (latest?.exportId !== request.exportId) await exportStorage.uploads.remove(key);
}
