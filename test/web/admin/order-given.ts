import { ReviewedOrder } from "#shared/model/reviewed-order.ts";
import { aCard, ME, toId } from "../artwork/given.ts";

const BUYER = { id: toId(8), name: "zora", fullName: "Zora Buyer", avatar: null };

const account = (person: object) => ({ person, since: "2026-01-01T00:00:00.000Z", works: 3 });

export const A_DISPUTE = {
  id: "du_1",
  status: "needs_response",
  reason: "fraudulent",
  amount: 2185,
  evidenceDue: "2030-01-01T00:00:00.000Z",
};

export const anOrder = (over: object = {}) =>
  ReviewedOrder.parse({
    orderId: toId(7),
    version: "a".repeat(16),
    status: "completed",
    placed: "2026-11-20T10:00:00.000Z",
    title: "Dunes at noon",
    artworkId: toId(1),
    picture: aCard(1),
    buyer: account(BUYER),
    seller: account(ME),
    paymentId: "pi_123456789012345678901234",
    amounts: { spent: 2185, earned: 1563, fee: 622 },
    returned: { spent: 0, earned: 0, fee: 0 },
    dispute: null,
    refund: null,
    refundable: true,
    evidenceDraft: null,
    ...over,
  });
