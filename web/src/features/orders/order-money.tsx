import { chakra, Heading } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { formatCurrency } from "#shared/currency.ts";
import { DISPLAY } from "#shared/display.ts";
import type { Order } from "#shared/model/order.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { MoneyLines, moneyLabel, priceLines } from "#web/ui/money-lines.tsx";
import { viewerAmount, viewerSide } from "./order-labels.ts";

/** The price of each of an order's licenses, or that of its only one with the discount. */
const listPrices = ({ license, listPrice, items }: Order, discountLabel: string) =>
  priceLines(
    { licensePrice: license.licensePrice, listPrice },
    discountLabel,
    items?.map(({ artwork, license: { licensePrice } }) => ({ artworkTitle: artwork.title, licensePrice })),
  );

function split(order: Order, isSale: boolean) {
  const { status, orderSpent = 0, buyerFee = 0, discount = 0, tax, orderEarned = 0, sellerFee = 0 } = order;
  if (isSale) {
    return {
      lines: [...listPrices(order, "Your discount"), { label: "Seller fee", cents: -sellerFee }],
      total: { label: status === "refunded" ? "You had earned" : "You earned", cents: orderEarned },
    };
  }
  return {
    lines: [
      ...listPrices(order, "Artist's discount"),
      { label: "Service fee", cents: buyerFee },
      ...(discount ? [{ label: "Discount", cents: -discount }] : []),
      ...(tax === undefined ? [] : [{ label: "Tax", cents: tax }]),
    ],
    total: { label: "You paid", cents: orderSpent },
  };
}

/** Returned and remaining parts of the viewer's amount, for an order that isn't fully refunded. */
function PartReturned({ order, isSale }: { readonly order: Order; readonly isSale: boolean }) {
  const { orderReturned, status } = order;
  if (!orderReturned || status === "refunded") return null;
  const left = viewerAmount(order) - orderReturned;
  return (
    <chakra.p marginTop="3" textStyle="sm" color="fg.muted">
      {status === "disputed"
        ? `${moneyLabel(orderReturned)} of it ${isSale ? "is held" : "is back with you"} until the bank decides.`
        : `${moneyLabel(orderReturned)} of it went back to ${isSale ? "the buyer" : "you"}; ${moneyLabel(left)} is left.`}
    </chakra.p>
  );
}

/** An order's refunded amount for the viewer and its time, which older orders lack. */
function Refunded({ order, isSale }: { readonly order: Order; readonly isSale: boolean }) {
  const { orderReturned, orderReturnedAt, orderRefundReason } = order;
  if (orderReturned === 0)
    return (
      <chakra.p marginTop="3" textStyle="sm" color="fg.muted">
        The refund came back to {APP_NAME}. We are looking for another way to return it to{" "}
        {isSale ? "the buyer" : "you"}.
      </chakra.p>
    );
  return (
    <chakra.p marginTop="3" textStyle="sm" color="fg.muted">
      {orderReturned !== undefined && orderReturnedAt ? (
        <>
          Refunded on <DateTime value={orderReturnedAt} pattern={DISPLAY.momentFormat} />: {moneyLabel(orderReturned)}{" "}
          {isSale ? "of what you earned went back to the buyer." : "came back to you."}
        </>
      ) : (
        `All of it went back to ${isSale ? "the buyer" : "you"}.`
      )}
      {orderRefundReason && (
        <chakra.span display="block" marginTop="2" whiteSpace="pre-line" overflowWrap="anywhere">
          {APP_NAME} refunded it on {isSale ? "your" : "the artist's"} behalf: {orderRefundReason}
        </chakra.span>
      )}
    </chakra.p>
  );
}

/** The earnings in the seller's currency, if that isn't USD. */
function Payout({ order: { orderPayout, orderEarned, status } }: { readonly order: Order }) {
  if (orderPayout === undefined || status !== "completed" || !orderEarned) return null;
  if (orderPayout?.currency === "usd") return null;
  return (
    <chakra.p marginTop="3" textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
      {orderPayout ? payoutLabel(orderPayout) : "Not settled yet. The amount in your currency will appear here soon."}
    </chakra.p>
  );
}

const payoutLabel = ({ amount, currency, exchangeRate }: NonNullable<Order["orderPayout"]>) =>
  `Converted to ${formatCurrency(amount, currency)}${exchangeRate ? `, at ${exchangeRate} ${currency.toUpperCase()} to the dollar` : ""}.`;

/** An order's amounts; each side sees only its own. */
export function OrderMoney({ order }: { readonly order: Order }) {
  const { license, status } = order;
  const isSale = viewerSide(order) === "sales";
  return (
    <chakra.section aria-labelledby="money">
      <Heading as="h2" size="lg" id="money" marginBottom="3">
        Payment
      </Heading>
      {license.licensePrice === 0 ? (
        <chakra.p color="fg.muted">The license was free.</chakra.p>
      ) : (
        <MoneyLines {...split(order, isSale)} />
      )}
      <PartReturned order={order} isSale={isSale} />
      {isSale && <Payout order={order} />}
      {status === "refunded" && <Refunded order={order} isSale={isSale} />}
    </chakra.section>
  );
}
