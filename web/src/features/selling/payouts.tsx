import { Badge, chakra, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { formatCurrency } from "#shared/currency.ts";
import { DISPLAY } from "#shared/display.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Payout, Payouts } from "#shared/model/payouts.ts";
import { DateTime } from "#web/ui/date-time.tsx";

type Amount = Payouts["available"][number];

const Tiles = chakra("dl", {
  base: {
    display: "grid",
    gap: "3",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
    "& > div": { padding: { base: "4", md: "5" }, borderRadius: "l3", background: "bg.panel" },
    "& dt": { textStyle: "sm", color: "fg.muted" },
    "& dd": { fontFamily: "heading", fontWeight: "bold", textStyle: "section", fontVariantNumeric: "tabular-nums" },
    "& dd + dd:last-of-type": { fontFamily: "body", fontWeight: "normal", textStyle: "sm", color: "fg.muted" },
  },
});

function Tile({
  name,
  amounts,
  text,
}: {
  readonly name: string;
  readonly amounts: readonly Amount[];
  readonly text: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      {amounts.length === 0 && <dd>–</dd>}
      {amounts.map((amount) => (
        <dd key={amount.currency}>{formatCurrency(amount.amount, amount.currency)}</dd>
      ))}
      <dd>{text}</dd>
    </div>
  );
}

/** Says why amounts aren't in the dollars of prices and statistics; nothing if they are. */
function Conversion({ amounts }: { readonly amounts: readonly Amount[] }) {
  const others = new Set(amounts.map(({ currency }) => currency).filter((currency) => currency !== "USD"));
  if (others.size === 0) return null;
  return (
    <chakra.p marginTop="3" textStyle="sm" color="fg.muted">
      {`You sell in US dollars. Stripe converts each sale to ${[...others].join(" or ")}; its order shows the amount and the rate.`}
    </chakra.p>
  );
}

/** The seller's pending and available balance, and payouts in transit. */
export function SellerBalance({ available, pending, payouts }: Payouts) {
  const next = payouts.findLast(({ status }) => status === "pending");
  return (
    <chakra.div marginBottom="10">
      <Tiles>
        <Tile
          name="Next payout"
          amounts={next ? [next] : []}
          text={
            next ? (
              <>
                Expected <DateTime value={next.arrives} pattern={DISPLAY.shortDayFormat} isUtc />
              </>
            ) : (
              "Nothing on its way"
            )
          }
        />
        <Tile name="Available" amounts={available} text="Goes out with the next payout" />
        <Tile name="Pending" amounts={pending} text="Available within days of the sale" />
      </Tiles>
      <Conversion amounts={[...available, ...pending, ...payouts]} />
    </chakra.div>
  );
}

interface StatusStyle {
  readonly name: string;
  readonly bg: string;
  readonly color: string;
}

const STATUS: Readonly<Record<Payout["status"], StatusStyle>> = {
  pending: { name: "On its way", bg: "accent.subtle", color: "accent.fg" },
  paid: { name: "Paid", bg: "bg.success", color: "fg.success" },
  failed: { name: "Failed", bg: "bg.error", color: "fg.error" },
  canceled: { name: "Canceled", bg: "bg.muted", color: "fg" },
};

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "1",
    paddingY: "4",
    borderBottomWidth: "1px",
    borderColor: "border.muted",
  },
});

/** The latest payouts to the seller's bank. */
export function PayoutList({ payouts }: Pick<Payouts, "payouts">) {
  return (
    <section aria-labelledby="payouts">
      <Heading as="h2" size="2xl" id="payouts" marginBottom="2">
        To your bank
      </Heading>
      {payouts.length === 0 && (
        <chakra.p color="fg.muted">
          Nothing yet. Stripe pays out your available balance automatically, usually daily or weekly.
        </chakra.p>
      )}
      <ul>
        {payouts.map((payout) => {
          const { name, ...look } = STATUS[payout.status];
          return (
            <Row key={payout.payoutId}>
              <chakra.span fontWeight="semibold" fontVariantNumeric="tabular-nums">
                {formatCurrency(payout.amount, payout.currency)}
              </chakra.span>
              <Badge {...look}>{name}</Badge>
              <chakra.span gridColumn="1 / -1" textStyle="sm" color="fg.muted">
                <DateTime value={payout.arrives} pattern={DISPLAY.shortDayFormat} isUtc />
                {payout.failure && `: ${payout.failure}`}
              </chakra.span>
            </Row>
          );
        })}
      </ul>
      {payouts.length === LIMITS.payouts && (
        <chakra.p marginTop="4" textStyle="sm" color="fg.muted">
          Older payouts are on Stripe's page.
        </chakra.p>
      )}
    </section>
  );
}
