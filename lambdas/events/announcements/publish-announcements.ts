import { listDue } from "../../areas/announcements/find-announcements.ts";
import { publishAnnouncement } from "../../areas/announcements/publish-announcement.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { type OpenTable, openTable } from "../../platform/table/marketplace-table.ts";
import { tryEach } from "../try-each.ts";

type Services = BaseServices & { readonly table: OpenTable };

let services: Services | undefined;

/** Publishes the scheduled announcements whose time has come; the next run catches up on what failed. */
export async function handler() {
  services ??= openServices("publish-announcements", { table: openTable }, process.env);
  await publishDueAnnouncements(services);
}

export const publishDueAnnouncements = (opened: Services) =>
  tryEach(listDue(opened.table, opened.now()), ({ announcementId }) => publishAnnouncement(opened, announcementId), {
    log: opened.log,
    failure: "An announcement could not be published",
  });
