import type { DynamoDBStreamEvent } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import type { FollowPages } from "../follows/open-follow-pages.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consume } from "./consume.ts";
import { unmarshallImage } from "./unmarshall-image.ts";

type AnnouncingServices = Pick<BaseServices, "log"> & { readonly followPages: FollowPages };

/** Queues the announcement of artwork that visitors see for the first time; who queues it twice announces it once. */
export const announceWork = (event: DynamoDBStreamEvent, services: AnnouncingServices) =>
  consume(event, services, async ({ dynamodb }) => {
    const item = dynamodb?.Keys?.sk?.S === "A" ? unmarshallImage(dynamodb.NewImage) : undefined;
    if (!item) return;
    const { artworkId, unannounced, shownOfOwner } = ArtworkEntity.build(EntityFormatter).format(item);
    if (unannounced && shownOfOwner) await services.followPages.add({ kind: "newWork", artworkId });
  });
