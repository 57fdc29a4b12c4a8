import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { letters } from "../mail/letters.ts";
import type { Mail } from "../mail/open-mail.ts";
import { MediaEntity } from "../media/media.entity.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { consume } from "./consume.ts";
import { followOwner, matchOwner } from "./owner-of-artwork.ts";
import { storedItem } from "./stored-item.ts";

interface FollowServices extends BaseServices {
  readonly table: OpenTable;
  readonly mail: Mail;
}

/** What follows a change of an account: its artwork shows its owner as is, replaced avatars go, notices are mailed. */
export const followAccount = (event: DynamoDBStreamEvent, services: FollowServices) =>
  consume(event, services, async (record) => {
    const kind = record.dynamodb?.Keys?.sk?.S;
    if (kind === "U" && record.eventName === "MODIFY") return followUser(record, services);
    if (kind === "A" && record.eventName === "INSERT") return followNewArtwork(record, services);
  });

const userIn = (image: NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]): User | undefined => {
  const item = storedItem(image);
  return item && UserEntity.build(EntityFormatter).format(item);
};

/** Safe to repeat; mails come last, so that only a fault in mailing itself can mail twice. */
async function followUser({ dynamodb }: DynamoDBRecord, services: FollowServices) {
  const [before, after] = [userIn(dynamodb?.OldImage), userIn(dynamodb?.NewImage)];
  if (!before || !after) return;
  const { table, now } = services;
  const closed = Boolean(after.deactivatedAt && !before.deactivatedAt);
  if (closed || before.avatarKey !== after.avatarKey) await followOwner(table, after.userId, now());
  if (before.avatarMediaId && before.avatarMediaId !== after.avatarMediaId) {
    await table.send(MediaEntity.build(DeleteItemCommand).key({ mediaId: before.avatarMediaId }));
  }
  if (before.verified) await tellOwner(before, after, closed, services);
}

async function tellOwner(before: User, after: User, closed: boolean, { mail, siteOrigin }: FollowServices) {
  if (closed) return mail.send(before.email, letters.accountDeactivated());
  if (before.email.toLowerCase() === after.email.toLowerCase()) return;
  return mail.send(before.email, letters.emailChanged(`${siteOrigin}/account_restoration`));
}

/** An artwork published in the very moment in which its owner changed. */
async function followNewArtwork({ dynamodb }: DynamoDBRecord, { table, now }: FollowServices) {
  const item = storedItem(dynamodb?.NewImage);
  if (item) await matchOwner(table, ArtworkEntity.build(EntityFormatter).format(item), now());
}
