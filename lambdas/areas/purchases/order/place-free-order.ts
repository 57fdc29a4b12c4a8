import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { getDisplayName } from "#shared/rules/person-name.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { Failure, fail } from "../../../platform/runtime/failure.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { transact } from "../../../platform/table/transact.ts";
import { ArtworkEntity } from "../../artwork/artwork.entity.ts";
import { buildShownCondition } from "../../artwork/find-artwork.ts";
import { buildOpenAccountCheck, findOpenUser } from "../../users/open-account.ts";
import { NOT_EXCLUSIVE } from "./artwork-payments.ts";
import { draftOrder } from "./draft-order.ts";
import { endIntent, type PaymentServices } from "./end-intent.ts";
import { findLockingIntent, isExpired } from "./find-intent.ts";
import { findHolding, findOrder, type HoldingItem, type OrderItem } from "./find-orders.ts";
import { changeSoldCount, holdLicense } from "./hold-license.ts";
import { computeLicenseKey } from "./license-key.ts";
import { findDuplicateProblem, type WantedLicense } from "./options.ts";
import { OrderEntity } from "./order.entity.ts";
import { findAvailableOption } from "./quote.ts";

type Services = PaymentServices & Pick<BaseServices, "fees">;

interface Request {
  readonly buyerId: string;
  readonly wanted: WantedLicense;
  /** Identifies a repeat of this request. */
  readonly requestKey: string | undefined;
}

const ATTEMPTS = 5;
const FREE = { price: 0, buyerFee: 0, sellerFee: 0, discount: 0 };

/** Places a free order in one transaction; repeating the request returns the same order. */
export async function placeFreeOrder(services: Services, request: Request) {
  for (let tried = 1; ; tried++) {
    const outcome = await placeOnce(services, request);
    const isRaced = outcome instanceof Failure && outcome.code === "payment_open" && tried < ATTEMPTS;
    if (!isRaced) return outcome;
  }
}

async function placeOnce(services: Services, { buyerId, wanted, requestKey }: Request) {
  const { table, newId } = services;
  const key = { artworkId: wanted.artworkId, buyerId };
  const [holding, buyer] = await Promise.all([findHolding(table, key), findOpenUser(table, buyerId)]);
  if (!buyer) return fail("forbidden");
  const earlier = await findEarlierOrder(table, holding, wanted, requestKey);
  if (earlier) return earlier;
  const option = await findAvailableOption(services, wanted, buyerId);
  if (option instanceof Failure) return option;
  const { artwork, licensePrice, seller } = option;
  if (licensePrice > 0) return fail("intent_invalid");
  const duplicate = findDuplicateProblem(holding, wanted);
  if (duplicate) return duplicate;
  if (holding?.pending) await endIfOver(services, key);

  const order = draftOrder(
    {
      orderId: newId(),
      licenseId: newId(),
      buyerId,
      sellerId: artwork.ownerId,
      artworkId: artwork.artworkId,
      versionId: artwork.versionId,
      requestKey,
      amounts: FREE,
      licenseUsage: wanted.licenseUsage,
      licenseType: wanted.licenseType,
      licenseCompany: wanted.licenseCompany,
      licenseAssignee: wanted.licenseAssignee || getDisplayName(buyer),
      licenseAssignor: getDisplayName(seller),
    },
    artwork,
  );
  const refused = await transact(table, [
    { write: holdLicense(order, holding), failure: "payment_open" },
    {
      write: ArtworkEntity.build(ConditionCheck)
        .key(artwork)
        .condition({
          and: [...buildShownCondition(buyerId).and, { attr: "versionId", eq: artwork.versionId }, NOT_EXCLUSIVE],
        }),
      failure: "artwork_moved",
    },
    buildOpenAccountCheck(buyerId),
    { write: changeSoldCount(order, 1) },
    { write: OrderEntity.build(PutTransaction).item(order) },
  ]);
  return refused ?? order;
}

/** Ends an expired payment. */
async function endIfOver(services: PaymentServices, key: { artworkId: string; buyerId: string }) {
  const intent = await findLockingIntent(services.table, key);
  if (intent?.state === "open" && isExpired(intent, services.now())) {
    await endIntent(services, intent, "expired");
  }
}

/** The order that this request placed earlier, if its answer was lost. */
async function findEarlierOrder(
  table: OpenTable,
  holding: HoldingItem | undefined,
  wanted: WantedLicense,
  requestKey: string | undefined,
): Promise<OrderItem | undefined> {
  const orderId = requestKey && holding?.licenses?.[computeLicenseKey(wanted)];
  const order = orderId ? await findOrder(table, orderId) : undefined;
  return order?.requestKey === requestKey ? order : undefined;
}
