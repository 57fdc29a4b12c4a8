import type { SQSEvent } from "aws-lambda";
import { AbandonedUser } from "../../areas/auth/open-abandoned-users.ts";
import { type DeletingUsers, openDeletingUsers } from "../../areas/auth/open-deleting-users.ts";
import { findUser } from "../../areas/users/find-user.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { type OpenTable, openTable } from "../../platform/table/marketplace-table.ts";

interface DeletingServices extends BaseServices {
  /** Read only. */
  readonly table: OpenTable;
  readonly deletingUsers: DeletingUsers;
}

let services: DeletingServices | undefined;

/** Deletes the Cognito users of abandoned sign-ups. */
export async function handler(event: SQSEvent) {
  services ??= open();
  return deleteAbandonedUsers(event, services);
}

function open(): DeletingServices {
  const factories = { reading: openTable, deletingUsers: openDeletingUsers };
  const { reading, ...others } = openServices("delete-abandoned-users", factories, process.env);
  return { ...others, table: reading };
}

/** Ids are random and never reused, so the user of a deleted account can't be someone else's later. */
export const deleteAbandonedUsers = (event: SQSEvent, opened: DeletingServices) =>
  consumeMessages(event, opened, AbandonedUser, async ({ userId }) => {
    if (!(await findUser(opened.table, userId))) await opened.deletingUsers.delete(userId);
  });
