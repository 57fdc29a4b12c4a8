import { License, Order, type OrderStatus } from "#shared/model/order.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { aCard, toId } from "../artwork/given.ts";
import { aUser } from "../support/fixtures.ts";

export const aLicense = (over: object = {}): License =>
  License.parse({
    licenseId: toId(7001),
    orderId: toId(6001),
    licenseUsage: "personal",
    licenseType: "personal",
    licenseCompany: "unavailable",
    licenseAssignee: "Ada Love",
    licenseAssignor: "Theo Okafor",
    licensePrice: 4000,
    licenseFingerprint: "0123456789abcdef0123456789abcdef01234567",
    assigneeIdentifier: "aaaaaaaaaaaaaaaaaaaa",
    status: "valid",
    created: "2026-11-21T10:00:00.000Z",
    ...over,
  });

interface OrderOver {
  readonly orderId?: string;
  readonly status?: OrderStatus;
  readonly created?: string;
  readonly price?: number;
  readonly discount?: number;
  /** The price before the seller's code. */
  readonly listPrice?: number;
  readonly license?: object;
  readonly title?: string;
}

const base = ({
  orderId = toId(6001),
  status = "completed",
  created = "2026-11-21T10:00:00.000Z",
  price = 4000,
  listPrice,
  license,
  title = "Dusk",
}: OrderOver) => {
  const { previews, placeholder, width, height, mature, owner } = aCard(1);
  return {
    orderId,
    status,
    ...(listPrice === undefined ? {} : { listPrice }),
    created,
    artwork: { id: toId(1), versionId: toId(5001), title, owner, previews, placeholder, width, height, mature },
    license: aLicense({
      orderId,
      licensePrice: price,
      status: status === "refunded" ? "revoked" : "valid",
      ...license,
    }),
  };
};

/** An order of the signed-in user as its buyer. */
export function aPurchase(over: OrderOver = {}): Order {
  const { price = 4000, discount = 0 } = over;
  const { buyerFee, orderSpent } = computeFees(price, discount);
  return Order.parse({ ...base(over), downloadable: over.status !== "refunded", orderSpent, buyerFee, discount });
}

/** An order of the signed-in user as its seller. */
export function aSale(over: OrderOver = {}): Order {
  const { sellerFee, orderEarned } = computeFees(over.price ?? 4000);
  const identifiers = { assigneeIdentifier: undefined, assignorIdentifier: "b".repeat(20) };
  const order = base({ ...over, license: { ...identifiers, ...over.license } });
  return Order.parse({
    ...order,
    artwork: { ...order.artwork, owner: { id: aUser().id, name: aUser().name, fullName: "", avatar: null } },
    downloadable: false,
    buyer: { id: toId(900), name: "bruno.buyer", fullName: "", avatar: null },
    orderEarned,
    sellerFee,
  });
}
