import type { DynamoDBStreamEvent } from "aws-lambda";
import type { AbandonedUsers } from "../auth/open-abandoned-users.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consume } from "./consume.ts";

/** Accounts that nobody verified go by TTL, or at once where signing up failed; their users are left to a queue. */
export const queueAbandonedUsers = (
  event: DynamoDBStreamEvent,
  services: Pick<BaseServices, "log"> & { readonly abandonedUsers: AbandonedUsers },
) =>
  consume(event, services, async ({ eventName, dynamodb }) => {
    const { pk, sk } = dynamodb?.Keys ?? {};
    if (eventName !== "REMOVE" || sk?.S !== "U" || !pk?.S?.startsWith("U#")) return;
    if (dynamodb?.OldImage?.ve?.BOOL) return;
    await services.abandonedUsers.add({ userId: pk.S.slice("U#".length) });
  });
