import type { DynamoDBStreamEvent } from "aws-lambda";
import type { FollowPages } from "../follows/open-follow-pages.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consume } from "./consume.ts";

/** What a closed account leaves with others is left to a queue: an artist may have a hundred thousand followers. */
export const queueClosedAccounts = (
  event: DynamoDBStreamEvent,
  services: Pick<BaseServices, "log"> & { readonly followPages: FollowPages },
) =>
  consume(event, services, async ({ dynamodb }) => {
    const { pk, sk } = dynamodb?.Keys ?? {};
    if (sk?.S !== "U" || !pk?.S?.startsWith("U#")) return;
    const isClosed = dynamodb?.NewImage?.x !== undefined && dynamodb.OldImage?.x === undefined;
    if (isClosed) await services.followPages.add({ kind: "closedAccount", userId: pk.S.slice("U#".length) });
  });
