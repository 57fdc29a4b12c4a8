import type { SQSEvent } from "aws-lambda";
import { consumeMessages } from "../runtime/consume-messages.ts";
import { openServices } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { forgetAccount } from "./forget-account.ts";
import { type NotifyFollowersServices, notifyFollowers } from "./notify-followers.ts";
import { FollowPage, openFollowPages } from "./open-follow-pages.ts";

const serviceFactories = { table: openTable, followPages: openFollowPages };

let services: NotifyFollowersServices | undefined;

/** Works through followers, and what a closed account left, a page with each message. */
export async function handler(event: SQSEvent) {
  services ??= openServices("process-follow-pages", serviceFactories, process.env);
  return processFollowPages(event, services);
}

/** Safe to repeat. */
export const processFollowPages = (event: SQSEvent, opened: NotifyFollowersServices) =>
  consumeMessages(event, opened, FollowPage, (page) =>
    page.kind === "newWork" ? notifyFollowers(page, opened) : forgetAccount(page.userId, opened),
  );
