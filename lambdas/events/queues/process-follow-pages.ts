import type { SQSEvent } from "aws-lambda";
import { deleteAccountRelations } from "../../areas/follows/delete-account-relations.ts";
import { type NotifyFollowersServices, notifyFollowers } from "../../areas/follows/notify-followers.ts";
import { FollowPage, openFollowPages } from "../../areas/follows/open-follow-pages.ts";
import { openDeferredMails } from "../../platform/mail/open-deferred-mails.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";

const serviceFactories = { table: openTable, followPages: openFollowPages, deferredMails: openDeferredMails };

let services: NotifyFollowersServices | undefined;

/** Notifies followers, and deletes a closed account's leftovers, one page per message. */
export async function handler(event: SQSEvent) {
  services ??= openServices("process-follow-pages", serviceFactories, process.env);
  return processFollowPages(event, services);
}

/** Processes queued pages of followers or of a closed account's data; safe to repeat. */
export const processFollowPages = (event: SQSEvent, opened: NotifyFollowersServices) =>
  consumeMessages(event, opened, FollowPage, (page) =>
    page.kind === "closedAccount" ? deleteAccountRelations(page.userId, opened) : notifyFollowers(page, opened),
  );
