import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { formatPrice } from "#shared/format.ts";

/** An amount in cents as dollars, always with its cents. */
export const moneyLabel = (cents: number): string => {
  const amount = cents === 0 ? "$0.00" : formatPrice(Math.abs(cents) / 100, { decimals: 2 });
  return cents < 0 ? `−${amount}` : amount;
};

const Line = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", justifyContent: "space-between", columnGap: "4" },
});

interface Price {
  readonly licensePrice: number;
  /** The price before a discount code. */
  readonly listPrice?: number | undefined;
}

/** A work of several that are paid together. */
export interface PricedWork {
  readonly artworkTitle: string;
  /** Cents. */
  readonly licensePrice: number;
}

/**
 * Lines of a licence's price in cents; with a discount code the list price and, as `label`, the discount. Several works have
 * a line each.
 */
export function priceLines({ licensePrice, listPrice }: Price, label: string, works: readonly PricedWork[] = []) {
  if (works.length > 1) return works.map((work) => ({ label: work.artworkTitle, cents: work.licensePrice }));
  return listPrice === undefined || listPrice === licensePrice
    ? [{ label: "License price", cents: licensePrice }]
    : [
        { label: "List price", cents: listPrice },
        { label, cents: licensePrice - listPrice },
      ];
}

interface MoneyLinesProps {
  /** The items of the total, in cents. */
  readonly lines: readonly { readonly label: ReactNode; readonly cents: number }[];
  readonly total: { readonly label: ReactNode; readonly cents: number };
}

/** The items of a bill and their total. */
export function MoneyLines({ lines, total }: MoneyLinesProps) {
  return (
    <chakra.dl textStyle="sm" color="fg.muted" display="grid" gap="1" fontVariantNumeric="tabular-nums">
      {lines.map(({ label, cents }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill never change places
        <Line key={index}>
          <dt>{label}</dt>
          <dd>{moneyLabel(cents)}</dd>
        </Line>
      ))}
      <Line
        color="fg"
        fontWeight="semibold"
        borderTopWidth="1px"
        borderColor="border.muted"
        paddingTop="2"
        marginTop="1"
      >
        <dt>{total.label}</dt>
        <dd>{moneyLabel(total.cents)}</dd>
      </Line>
    </chakra.dl>
  );
}
