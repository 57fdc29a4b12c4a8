import { Button, chakra, Text } from "@chakra-ui/react";
import CreditCard from "lucide-react/icons/credit-card";
import { listPaymentMethods, removePaymentMethod } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PaymentMethod } from "#shared/model/payment-method.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { formatCardName } from "#web/features/billing/card-name.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { SettingsSection, sectionRow } from "./settings-section.tsx";

/** `Expires 04/30`, from `2030-04`. */
function expiryLabel(expires: string): string {
  const [year = "", month] = expires.split("-");
  const isOver = expires < new Date().toISOString().slice(0, expires.length);
  return `${isOver ? "Expired" : "Expires"} ${month}/${year.slice(2)}`;
}

/** Reloads on focus, as cards may change in another tab's checkout. */
const FRESH = {
  revalidateOnFocus: true,
  focusThrottleInterval: 0,
  errorMessage: MESSAGES.failedFetchPaymentMethods,
} as const;

/** The user's saved cards at Stripe. */
export const useSavedCards = ({ id: userId }: Pick<Settings, "id">) =>
  useRead(listPaymentMethods, { params: { userId } }, FRESH);

export function SavedCardsSection({ settings }: { readonly settings: Settings }) {
  const params = { userId: settings.id };
  const cards = useSavedCards(settings);

  async function remove({ paymentMethodId }: PaymentMethod) {
    const options = { errorMessage: MESSAGES.failedRemovePaymentMethod };
    try {
      await send(removePaymentMethod, { params: { ...params, paymentMethodId } }, options);
    } finally {
      await cards.mutate();
    }
  }

  return (
    <SettingsSection
      id="saved-cards"
      title="Saved cards"
      text="Cards that you saved at checkout, to pay with one click next time. Stripe keeps them; we never see their numbers."
    >
      <ReadResult read={cards} fallback={<SkeletonColumns count={1} isNarrow label="Loading your saved cards" />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text color="fg.muted">No saved cards. You can save one the next time you buy.</Text>
          ) : (
            <chakra.ul listStyleType="none" aria-label="Saved cards">
              {items.map((card) => (
                <chakra.li key={card.paymentMethodId} css={{ ...sectionRow, columnGap: "4" }}>
                  <chakra.span color="fg.muted" aria-hidden>
                    <CreditCard size={22} />
                  </chakra.span>
                  <chakra.div flex="1 1 8rem" minW="0">
                    <Text fontWeight="medium">{formatCardName(card)}</Text>
                    {card.expires && (
                      <Text textStyle="sm" color="fg.muted">
                        {expiryLabel(card.expires)}
                      </Text>
                    )}
                  </chakra.div>
                  <Confirm
                    title={`Remove ${formatCardName(card)}?`}
                    text="You'll have to enter it again to pay with it. Past payments aren't affected."
                    action="Remove"
                    onConfirm={() => remove(card)}
                    trigger={
                      <Button
                        size="sm"
                        variant="outline"
                        colorPalette="neutral"
                        aria-label={`Remove ${formatCardName(card)}`}
                      >
                        Remove…
                      </Button>
                    }
                  />
                </chakra.li>
              ))}
            </chakra.ul>
          )
        }
      </ReadResult>
    </SettingsSection>
  );
}
