import * as orders from "#shared/contract/orders.ts";
import { openServices, serve } from "../../../runtime/serve.ts";
import { cancelIntentHandler } from "./cancel-intent.ts";
import { createIntentHandler } from "./create-intent.ts";
import { listIntentsHandler } from "./list-intents.ts";
import { placeOrderHandler } from "./place-order.ts";
import { readCheckoutHandler } from "./read-checkout.ts";
import { readDiscountHandler } from "./read-discount.ts";
import { refundOrderHandler } from "./refund-order.ts";
import { serviceFactories } from "./services.ts";
import { submitEvidenceHandler } from "./submit-evidence.ts";

export const handlers = {
  readCheckout: readCheckoutHandler,
  readDiscount: readDiscountHandler,
  listIntents: listIntentsHandler,
  createIntent: createIntentHandler,
  cancelIntent: cancelIntentHandler,
  placeOrder: placeOrderHandler,
  refundOrder: refundOrderHandler,
  submitEvidence: submitEvidenceHandler,
};

export const handler = serve(orders, handlers, () => openServices("orders", serviceFactories, process.env));
