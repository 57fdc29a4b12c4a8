import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { updateUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { sessionUserOf } from "../auth/session-user.ts";
import { findUnusedAvatar, type Media } from "../media/find-media.ts";
import { MediaEntity } from "../media/media.entity.ts";
import { releaseUnpublishedSlot } from "../media/upload-quota.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findOpenUser, OPEN } from "./open-account.ts";
import { findMisplaced } from "./profile.ts";
import type { UsersServices } from "./services.ts";
import { UserEntity } from "./user.entity.ts";

/** The avatar before goes, and the artist's cards get the new one, from the table's stream. */
export const updateUserHandler = handle(updateUser, async ({ params, body }, { table, now }: UsersServices) => {
  const { userId } = params;
  const { userName, userDescription, userCountry, userMedia, userLinks, userPinned, userBanner } = body;
  const user = await findOpenUser(table, userId);
  if (!user) return fail("forbidden");
  const misplaced = await findMisplaced(table, userId, { userPinned, userBanner });
  if (misplaced) return fail("invalid_request", { fields: misplaced });
  const taken =
    userMedia && userMedia !== user.avatarMediaId && (await findUnusedAvatar(table, userMedia, userId, now()));
  if (taken instanceof Failure) return taken;

  const change = {
    ...(userName === undefined ? {} : { fullName: userName }),
    ...(userDescription === undefined ? {} : { description: userDescription || $remove() }),
    ...(userCountry === undefined ? {} : { country: userCountry || $remove() }),
    ...(taken ? { avatarKey: taken.previewKey, avatarMediaId: taken.mediaId } : {}),
    ...(userLinks === undefined ? {} : { links: userLinks.length > 0 ? $set(userLinks) : $remove() }),
    ...(userPinned === undefined ? {} : { pinned: userPinned.length > 0 ? $set([...userPinned]) : $remove() }),
    ...(userBanner === undefined ? {} : { bannerId: userBanner ?? $remove() }),
    ...(userMedia === null ? { avatarKey: $remove(), avatarMediaId: $remove() } : {}),
  };
  // The table refuses to write nothing.
  if (Object.keys(change).length > 0) {
    const write = UserEntity.build(UpdateTransaction)
      .item({ userId, ...change })
      .options({ condition: OPEN });
    const refused = await transact(table, [
      { write, otherwise: "forbidden" },
      ...(taken ? [takeAvatar(taken), ...releaseUnpublishedSlot(taken)] : []),
    ]);
    if (refused) return refused;
  }
  const changed = await findOpenUser(table, userId);
  if (!changed) return fail("forbidden");
  return { message: MESSAGES.userUpdated, expose: true as const, user: await sessionUserOf(table, changed) };
});

/** An upload becomes an avatar once; from then on it stays until it is replaced. */
const takeAvatar = ({ mediaId }: Media) => ({
  write: MediaEntity.build(UpdateTransaction)
    .item({ mediaId, expires: $remove() })
    .options({
      condition: {
        and: [
          { attr: "status", eq: "ready" },
          { attr: "expires", exists: true },
        ],
      },
    }),
  otherwise: "media_used" as const,
});
