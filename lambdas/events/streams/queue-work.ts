import type { DynamoDBStreamEvent } from "aws-lambda";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import type { AbandonedUsers } from "../../areas/auth/open-abandoned-users.ts";
import type { FollowPages } from "../../areas/follows/open-follow-pages.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, imageOf } from "./consume.ts";

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

/**
 * Queues the removal of a closed account's traces with other users: an artist may have a hundred thousand followers.
 */
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

type AnnouncingServices = Pick<BaseServices, "log"> & { readonly followPages: FollowPages };

/** Queues the announcement of artwork that visitors see for the first time; who queues it twice announces it once. */
export const announceWork = (event: DynamoDBStreamEvent, services: AnnouncingServices) =>
  consume(event, services, async (record) => {
    const artwork = record.dynamodb?.Keys?.sk?.S === "A" ? imageOf(record, "NewImage", ArtworkEntity) : undefined;
    if (!artwork) return;
    const { artworkId, unannounced, shownOfOwner } = artwork;
    if (unannounced && shownOfOwner) await services.followPages.add({ kind: "newWork", artworkId });
  });
