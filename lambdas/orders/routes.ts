import { areas } from "#shared/contract/areas.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { placeOrderHandler } from "./place-order.ts";
import { readDiscountHandler } from "./read-discount.ts";
import { openers } from "./services.ts";

export const handlers = { placeOrder: placeOrderHandler, readDiscount: readDiscountHandler };

export const handler = serve(areas.orders, handlers, () => openServices(needs, openers, process.env));
