import { chakra } from "@chakra-ui/react";
import TicketPercent from "lucide-react/icons/ticket-percent";

/** Mentions the link's discount code; only the checkout can validate it. */
export const LinkedCodeNotice = ({ code }: { readonly code: string }) => (
  <chakra.p display="flex" alignItems="start" gap="2" textStyle="sm" overflowWrap="anywhere">
    <chakra.span flexShrink="0" marginTop="0.5" color="accent.fg" aria-hidden>
      <TicketPercent size={18} />
    </chakra.span>
    <span>
      The discount code <chakra.strong fontWeight="semibold">{code}</chakra.strong> is applied at the checkout if it
      fits the artwork.
    </span>
  </chakra.p>
);
