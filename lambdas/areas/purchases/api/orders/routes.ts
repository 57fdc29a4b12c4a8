import * as orders from "#shared/contract/orders.ts";
import { openServices, serve } from "../../../../platform/runtime/serve.ts";
import { quoteTaxHandler, readCheckoutHandler, readDiscountHandler, readOfferCheckoutHandler } from "./checkout.ts";
import {
  createDiscountCodeHandler,
  endDiscountCodeHandler,
  listDiscountCodesHandler,
  readLinkedDiscountHandler,
} from "./discount-codes.ts";
import { cancelIntentHandler, createIntentHandler, listIntentsHandler } from "./intents.ts";
import { placeOrderHandler, refundOrderHandler, submitEvidenceHandler } from "./orders.ts";
import { listPaymentMethodsHandler, openPaymentSessionHandler, removePaymentMethodHandler } from "./payment-methods.ts";
import { serviceFactories } from "./services.ts";
import { withdrawOfferHandler } from "./withdraw-offer.ts";

export const handlers = {
  readCheckout: readCheckoutHandler,
  readOfferCheckout: readOfferCheckoutHandler,
  withdrawOffer: withdrawOfferHandler,
  readDiscount: readDiscountHandler,
  readLinkedDiscount: readLinkedDiscountHandler,
  quoteTax: quoteTaxHandler,
  createDiscountCode: createDiscountCodeHandler,
  listDiscountCodes: listDiscountCodesHandler,
  endDiscountCode: endDiscountCodeHandler,
  listIntents: listIntentsHandler,
  createIntent: createIntentHandler,
  cancelIntent: cancelIntentHandler,
  openPaymentSession: openPaymentSessionHandler,
  listPaymentMethods: listPaymentMethodsHandler,
  removePaymentMethod: removePaymentMethodHandler,
  placeOrder: placeOrderHandler,
  refundOrder: refundOrderHandler,
  submitEvidence: submitEvidenceHandler,
};

export const handler = serve(orders, handlers, () => openServices("orders", serviceFactories, process.env));
