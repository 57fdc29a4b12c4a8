import { listPaymentMethods, openPaymentSession, removePaymentMethod } from "#shared/contract/orders.ts";
import { countedIf } from "../../../../platform/runtime/counted.ts";
import { fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { findSavedMethods, openCustomerSession, removeSavedMethod } from "../../stripe/customer.ts";
import { isMissingPermission, toLogFields } from "../../stripe/stripe-errors.ts";
import type { OrdersServices } from "./services.ts";

/** If Stripe fails, the checkout works without saved cards. */
export const openPaymentSessionHandler = handle(
  openPaymentSession,
  async ({ params: { userId } }, services: OrdersServices) => {
    const user = await findOpenUser(services.table, userId);
    if (!user) return fail("forbidden");
    try {
      return { customerSession: (await openCustomerSession(services, user)) ?? null };
    } catch (error) {
      const metric = countedIf(isMissingPermission(error), "PaymentRightsMissing");
      services.log.error("Saved cards could not be offered", { ...metric, ...toLogFields(error) });
      return { customerSession: null };
    }
  },
);

export const listPaymentMethodsHandler = handle(
  listPaymentMethods,
  async ({ params: { userId } }, { table, payments }: OrdersServices) => {
    const user = await findOpenUser(table, userId);
    if (!user) return fail("forbidden");
    const saved = user.customerId ? await findSavedMethods(payments, user.customerId) : [];
    return {
      items: saved.map(({ id, type, card }) => ({
        paymentMethodId: id,
        brand: card?.brand ?? type,
        last4: card?.last4 ?? null,
        expires: card ? `${card.exp_year}-${String(card.exp_month).padStart(2, "0")}` : null,
      })),
    };
  },
);

export const removePaymentMethodHandler = handle(
  removePaymentMethod,
  async ({ params: { userId, paymentMethodId } }, { table, payments }: OrdersServices) => {
    const user = await findOpenUser(table, userId);
    if (!user) return fail("forbidden");
    const isRemoved = user.customerId && (await removeSavedMethod(payments, user.customerId, paymentMethodId));
    return isRemoved ? undefined : fail("payment_method_not_found");
  },
);
