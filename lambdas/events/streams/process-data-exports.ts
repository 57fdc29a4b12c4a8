import type { DynamoDBStreamEvent } from "aws-lambda";
import type { FilePurger } from "../../areas/media/open-file-purger.ts";
import { accountEmailTemplates } from "../../areas/users/account-email-templates.ts";
import { DataExportEntity } from "../../areas/users/data-export.entity.ts";
import { buildArchiveKey } from "../../areas/users/data-exports.ts";
import type { DataExports } from "../../areas/users/open-data-exports.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { type MailServices, mailOnce } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";

type Services = BaseServices &
  MailServices & { readonly dataExports: DataExports; readonly filePurger: Pick<FilePurger, "purgeArchive"> };

/** Queues requested exports, mails that one is ready, and deletes expired or replaced archives. */
export const processDataExports = (event: DynamoDBStreamEvent, services: Services) =>
  consume(event, services, async (record) => {
    const [before, after] = [
      parseImage(record, "OldImage", DataExportEntity),
      parseImage(record, "NewImage", DataExportEntity),
    ];
    if (before && before.exportId !== after?.exportId) await services.filePurger.purgeArchive(buildArchiveKey(before));
    if (!after) return;
    const { userId, exportId, reason } = after;
    const yourData = `${services.siteOrigin}/settings/your-data`;
    if (before?.exportId !== exportId) {
      await services.dataExports.add({ userId, exportId });
      if (!reason) return;
      const email = accountEmailTemplates.exportStarted(yourData, reason);
      return mailOnce(services, userId, { key: `mail#exportStarted#${exportId}`, kind: "accountExportStarted" }, email);
    }
    if (after.status !== "ready" || before.status === "ready") return;
    const email = emailTemplates.dataExportReady(yourData);
    await mailOnce(services, userId, { key: `mail#dataExport#${exportId}`, kind: "dataExportReady" }, email);
  });
