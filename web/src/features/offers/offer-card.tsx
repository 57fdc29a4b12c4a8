import { Badge, Box, Button, chakra, Flex } from "@chakra-ui/react";
import { readThread } from "#shared/contract/messages.ts";
import { withdrawOffer } from "#shared/contract/orders.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Offer } from "#shared/model/offer.ts";
import type { OfferStatus } from "#shared/rules/offers.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useFeatures } from "#web/session/features.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { AgreedTerms } from "./agreed-terms.tsx";
import { OfferItems } from "./offer-items.tsx";

const STATUSES: Readonly<Record<OfferStatus, { readonly name: string; readonly bg: string; readonly color: string }>> =
  {
    open: { name: "Open", bg: "accent.subtle", color: "accent.fg" },
    bought: { name: "Bought", bg: "bg.success", color: "fg.success" },
    expired: { name: "Expired", bg: "bg", color: "fg" },
    withdrawn: { name: "Withdrawn", bg: "bg", color: "fg" },
  };

const OfferStatusBadge = ({ status }: Pick<Offer, "status">) => {
  const { name, ...colors } = STATUSES[status];
  return <Badge {...colors}>{name}</Badge>;
};

/** Withdraws an offer after a confirmation. */
function WithdrawButton({ offer: { offerId, threadId } }: { readonly offer: Offer }) {
  const invalidate = useInvalidate();
  async function withdraw() {
    try {
      await send(withdrawOffer, { params: { offerId } }, { errorMessage: MESSAGES.failedWithdrawOffer });
    } finally {
      await invalidate(readThread, { threadId });
    }
  }
  return (
    <Confirm
      title="Withdraw this offer?"
      text="The buyer can no longer buy it. You can make another one at any time."
      action="Withdraw"
      onConfirm={withdraw}
      trigger={
        <Button size="sm" variant="outline" colorPalette="neutral">
          Withdraw…
        </Button>
      }
    />
  );
}

function Actions({ offer }: { readonly offer: Offer }) {
  const { offerId, status, own, paying, orderId } = offer;
  const { payments } = useFeatures();
  const style = { size: "sm", variant: "outline", colorPalette: "neutral" } as const;
  if (orderId) {
    return (
      <ButtonLink to={`/orders/${orderId}`} {...style}>
        View order
      </ButtonLink>
    );
  }
  if (status !== "open") return null;
  if (own) return paying ? <chakra.span>The buyer is paying right now.</chakra.span> : <WithdrawButton offer={offer} />;
  if (!payments) return null;
  return (
    <ButtonLink to={`/checkout/offers/${offerId}`} size="sm">
      {paying ? "Continue payment" : `Buy for ${moneyLabel(offer.breakdown.orderSpent)}`}
    </ButtonLink>
  );
}

/** An offer in its conversation, in its present state, with what the reader can do. */
export function OfferCard({ offer }: { readonly offer: Offer }) {
  const { status, own, expires, items, terms, exclusive, breakdown, orderEarned } = offer;
  return (
    <Box display="grid" gap="3.5" minWidth={{ md: "24rem" }}>
      <Flex align="center" justify="space-between" gap="3">
        <chakra.span fontWeight="bold">{own ? "Your offer" : "An offer for you"}</chakra.span>
        <OfferStatusBadge status={status} />
      </Flex>
      <OfferItems items={items} side="3rem" />
      <AgreedTerms terms={terms} exclusive={exclusive} />
      <Flex wrap="wrap" align="center" justify="space-between" columnGap="4" rowGap="2" textStyle="sm">
        <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
          {own && orderEarned !== undefined
            ? `You earn ${moneyLabel(orderEarned)}, the buyer pays ${moneyLabel(breakdown.orderSpent)}`
            : `${moneyLabel(breakdown.orderSpent)} with the service fee`}
          {status === "open" && (
            <chakra.span display="block">
              Valid until <DateTime value={expires} pattern={DISPLAY.momentFormat} />
            </chakra.span>
          )}
        </chakra.span>
        <Actions offer={offer} />
      </Flex>
    </Box>
  );
}
