import type { SQSEvent } from "aws-lambda";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { openPreviews } from "../../areas/media/open-previews.ts";
import { collectPersonalData } from "../../areas/personal-data/collect.ts";
import { listFiles } from "../../areas/personal-data/list-files.ts";
import { openExporting } from "../../areas/personal-data/open-exporting.ts";
import {
  buildArchiveKey,
  type DataExport,
  findDataExport,
  forgetDataExport,
  noteProgress,
} from "../../areas/users/data-exports.ts";
import type { User } from "../../areas/users/find-user.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import { ExportRequest } from "../../areas/users/open-data-exports.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { openServices, type ServicesOf } from "../../platform/runtime/serve.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { openSigning } from "../../platform/signing/open-signing.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";

const serviceFactories = {
  table: openTable,
  exporting: openExporting,
  shownPreviews: openPreviews,
  signing: openSigning,
  readingAudit: ({ AUDIT_TABLE_NAME }: { readonly AUDIT_TABLE_NAME: string }) => AUDIT_TABLE_NAME,
  readingUsers: ({ USER_POOL_ID }: { readonly USER_POOL_ID: string }) => USER_POOL_ID,
};

type ExportServices = ServicesOf<typeof serviceFactories> & BaseServices;

let services: ExportServices | undefined;

/** Creates the data exports requested in the settings. */
export async function handler(event: SQSEvent) {
  services ??= openServices("export-personal-data", serviceFactories, process.env);
  return exportPersonalData(event, services);
}

/** Safe to repeat: a finished export isn't made again. */
export const exportPersonalData = (event: SQSEvent, opened: ExportServices) =>
  consumeMessages(event, opened, ExportRequest, async ({ userId, exportId }, attempt) => {
    const { table, now } = opened;
    const asked = await findDataExport(table, userId, now());
    if (asked?.exportId !== exportId || asked.status === "ready") return;
    const user = await findOpenUser(table, userId);
    if (!user) return forgetDataExport(table, userId);
    try {
      await makeArchive(asked, user, opened);
    } catch (error) {
      if (attempt >= LIMITS.dataExport.attempts) await noteProgress(table, asked, { status: "failed" });
      throw error;
    }
  });

/** Pages with a progress bar poll every few seconds. */
const NOTED_EVERY_MS = 3000;

async function makeArchive(asked: DataExport, user: User, services: ExportServices) {
  const { table, exporting, shownPreviews, signing, readingAudit, readingUsers, now } = services;
  const sources = { table, auditTable: readingAudit, userPool: readingUsers };
  const collected = await collectPersonalData(sources, user, now());
  const { files, pictures, leftOut } = await listFiles(
    collected,
    { uploads: exporting.uploads, shownPreviews, signing },
    LIMITS.dataExport.maxBytes,
  );
  await noteProgress(table, asked, { status: "preparing", done: 0, pictures, leftOut });
  let noted = Date.now();
  const key = buildArchiveKey(asked);
  const bytes = await exporting.store(key, files, async (index) => {
    if (Date.now() - noted < NOTED_EVERY_MS) return;
    noted = Date.now();
    await noteProgress(table, asked, { done: Math.max(0, index - (files.length - pictures)) });
  });
  const expires = epochSeconds(now()) + LIFETIMES.dataExport;
  if (await noteProgress(table, asked, { status: "ready", done: pictures, bytes, expires })) return;
  // If two runs made it, the other one has it; otherwise it was replaced.
  const latest = await findDataExport(table, asked.userId, now());
  if (latest?.exportId !== asked.exportId) await exporting.uploads.remove(key);
}
