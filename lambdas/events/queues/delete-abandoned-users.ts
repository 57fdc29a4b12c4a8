import type { SQSEvent } from "aws-lambda";
import { AbandonedUser } from "../../areas/auth/open-abandoned-users.ts";
import { openUserDeleter, type UserDeleter } from "../../areas/auth/open-user-deleter.ts";
import { findUser } from "../../areas/users/find-user.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { type OpenTable, openTable } from "../../platform/table/marketplace-table.ts";

interface Services extends BaseServices {
  /** Read only. */
  readonly table: OpenTable;
  readonly userDeleter: UserDeleter;
}

let services: Services | undefined;

/** Deletes the Cognito users of abandoned sign-ups. */
export async function handler(event: SQSEvent) {
  services ??= open();
  return deleteAbandonedUsers(event, services);
}

function open(): Services {
  const factories = { readOnlyTable: openTable, userDeleter: openUserDeleter };
  const { readOnlyTable, ...others } = openServices("delete-abandoned-users", factories, process.env);
  return { ...others, table: readOnlyTable };
}

/** Ids are random and never reused, so the user of a deleted account can't be someone else's later. */
export const deleteAbandonedUsers = (event: SQSEvent, opened: Services) =>
  consumeMessages(event, opened, AbandonedUser, async ({ userId }) => {
    if (!(await findUser(opened.table, userId))) await opened.userDeleter.delete(userId);
  });
