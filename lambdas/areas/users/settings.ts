import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { readSettings, updateBilling, updatePreferences, updateSelling } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ArtworkId, UserId } from "#shared/model/ids.ts";
import { getNoticeSwitches } from "#shared/model/notifications.ts";
import { parseVatNumber } from "#shared/rules/vat-numbers.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { transact } from "../../platform/table/transact.ts";
import { buildAvatarPath } from "../media/preview-paths.ts";
import { findOpenUser, OPEN } from "./open-account.ts";
import type { UsersServices } from "./services.ts";
import { switchNotices } from "./switch-notices.ts";
import { UserEntity } from "./user.entity.ts";

export const readSettingsHandler = handle(readSettings, async ({ params }, { table }: UsersServices) => {
  const user = await findOpenUser(table, params.userId);
  if (!user) return fail("forbidden");
  return {
    id: UserId.parse(user.userId),
    userUsername: user.name,
    userEmail: user.email,
    verified: user.verified,
    profile: {
      userName: user.fullName,
      userDescription: user.description ?? null,
      userCountry: user.country ?? null,
      avatar: user.avatarKey ? buildAvatarPath(user.avatarKey) : null,
      userLinks: user.links ?? [],
      userPinned: (user.pinned ?? []).map((artworkId) => ArtworkId.parse(artworkId)),
      userBanner: user.bannerId ? ArtworkId.parse(user.bannerId) : null,
    },
    preferences: { userFavorites: user.showsFavorites, userNotices: getNoticeSwitches(user.notices) },
    billing: user.billing ?? null,
    selling: { sellerAddress: user.sellerAddress ?? "", sellerVat: user.sellerVat ?? "" },
  };
});

export const updateBillingHandler = handle(updateBilling, async ({ params, body }, { table }: UsersServices) => {
  const write = UserEntity.build(UpdateTransaction)
    .item({ userId: params.userId, billing: $set(body) })
    .options({ condition: OPEN });
  const refused = await transact(table, [{ write, failure: "forbidden" }]);
  return refused ?? { message: MESSAGES.billingUpdated, expose: true as const };
});

/** Issued documents don't change. */
export const updateSellingHandler = handle(
  updateSelling,
  async ({ params, body: { sellerAddress, sellerVat } }, { table }: UsersServices) => {
    const write = UserEntity.build(UpdateTransaction)
      .item({
        userId: params.userId,
        sellerAddress: sellerAddress || $remove(),
        sellerVat: parseVatNumber(sellerVat ?? "") ?? $remove(),
      })
      .options({ condition: OPEN });
    const refused = await transact(table, [{ write, failure: "forbidden" }]);
    return refused ?? { message: MESSAGES.sellingUpdated, expose: true as const };
  },
);

export const updatePreferencesHandler = handle(
  updatePreferences,
  async ({ params, body }, { table }: UsersServices) => {
    const { userId } = params;
    if (body.userNotices && !(await switchNotices(table, userId, body.userNotices))) return fail("forbidden");
    const write = UserEntity.build(UpdateTransaction)
      .item({ userId, showsFavorites: body.userFavorites })
      .options({ condition: OPEN });
    const refused = await transact(table, [{ write, failure: "forbidden" }]);
    return refused ?? { message: MESSAGES.preferencesUpdated, expose: true as const };
  },
);
