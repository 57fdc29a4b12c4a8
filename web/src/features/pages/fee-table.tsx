import { formatPrice } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";

const EXAMPLES = [LIMITS.price.min, 50, 200, LIMITS.price.max];

/** Example amounts for both sides, by the same function that charges orders. */
export function FeeTable() {
  return (
    <ResponsiveTable
      caption="Example prices"
      columns={["Price", "The buyer pays", "The artist gets"]}
      rows={EXAMPLES.map((price) => {
        const { orderSpent, orderEarned } = computeFees(price * 100);
        return { name: formatPrice(price), cells: [centsLabel(orderSpent), centsLabel(orderEarned)] };
      })}
    />
  );
}
