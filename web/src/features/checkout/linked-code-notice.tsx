import { chakra } from "@chakra-ui/react";
import TicketPercent from "lucide-react/icons/ticket-percent";
import type { LinkedDiscount } from "#shared/model/discount-code.ts";
import { isReductionCapped } from "#shared/rules/fees.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { findProblem, findReduced, type PricedWork } from "./linked-discount.ts";

/** Words before and after the code: what it takes off, or why it doesn't. */
function describe(discount: LinkedDiscount | null | undefined, work: PricedWork | null): readonly [string, string] {
  if (discount === undefined) return ["The discount code", "is applied at checkout if it fits."];
  const problem = findProblem(discount, work);
  if (!discount || problem) return ["The discount code", `${problem}.`];
  const percent = `${discount.discountPercent}% off`;
  if (!work) return [`${percent}${discount.artworkIds ? " chosen works" : ""} with the code`, ""];
  const { listPrice, licensePrice } = findReduced(discount, work) ?? {};
  const isCapped = listPrice && licensePrice && isReductionCapped(listPrice, discount.discountPercent, licensePrice);
  return isCapped
    ? ["The code", `takes ${percent}, but no license costs less than ${centsLabel(licensePrice)}.`]
    : [`${percent} with the code`, ""];
}

interface LinkedCodeNoticeProps {
  readonly code: string;
  /** Undefined until it is known, null if the artist has no such code. */
  readonly discount: LinkedDiscount | null | undefined;
  /** Null on an artist's page. */
  readonly work: PricedWork | null;
}

/** The link's discount code, and what it takes off or why it doesn't. */
export function LinkedCodeNotice({ code, discount, work }: LinkedCodeNoticeProps) {
  const [before, after] = describe(discount, work);
  return (
    <chakra.p display="flex" alignItems="start" gap="2" textStyle="sm" overflowWrap="anywhere">
      <chakra.span flexShrink="0" marginTop="0.5" color="accent.fg" aria-hidden>
        <TicketPercent size={18} />
      </chakra.span>
      <span>
        {before} <chakra.strong fontWeight="semibold">{code}</chakra.strong> {after}
      </span>
    </chakra.p>
  );
}
