import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { MESSAGES } from "#shared/messages.ts";
import type { Settings } from "#shared/model/settings.ts";
import { useFeatures } from "#web/session/features.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { useSavedCards } from "./saved-cards-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useBalanceText } from "./use-balance-text.ts";

/** Effects of deactivating an account, one sentence each. */
const DEACTIVATION_EFFECTS = [
  "You are logged out on every device and can't log in again.",
  "Your profile and your artwork disappear from the site at once.",
  "Files that nobody bought are deleted. Buyers keep what they bought, along with their orders and licenses.",
  "Receipts, invoices and credit notes stay on the pages of their orders, because the law requires financial records to be kept.",
  `Your comments and reviews stay, signed “${MESSAGES.deletedUser}”.`,
  "Your username is retired: nobody can ever take it again, not even you. Your email address can be used for a new account.",
] as const;

/** Effects on pending money. */
const MONEY_EFFECTS = [
  "An account with an open payment or a disputed order can't be closed until that is settled.",
  "Refunds for what you bought still go to the card or account that you paid with.",
] as const;

/** Effects on a seller's pending money. */
const SELLER_EFFECTS = [
  "Check your bank details on your payouts page first: we can't take you to Stripe once the account is closed.",
  "Refunds and disputes over what you sold can still come in. They are deducted from your balance at Stripe, and you can no longer answer a dispute.",
] as const;

const DeactivateDialog = lazyPart(() => import("./deactivate-dialog.tsx"));

export function DeactivationSection({ settings }: { readonly settings: Settings }) {
  const [isOpen, setOpen] = useState(false);
  const { payments } = useFeatures();
  const hasCards = Boolean(useSavedCards(settings).data?.items.length);
  const balance = useBalanceText();
  const effects = [
    ...DEACTIVATION_EFFECTS,
    ...(payments || hasCards ? ["Your saved cards are deleted at Stripe."] : []),
    ...(payments || balance ? MONEY_EFFECTS : []),
    ...(balance ? [balance, ...SELLER_EFFECTS] : []),
  ];
  return (
    <SettingsSection
      id="deactivation"
      title="Close account"
      text="Closes your account for good. Nobody can bring it back, not even us."
      isDanger
    >
      <chakra.ul display="grid" gap="2.5" ps="5" listStyleType="disc" css={{ "& li::marker": { color: "fg.error" } }}>
        {effects.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </chakra.ul>
      <Button
        variant="outline"
        colorPalette="red"
        width={{ base: "full", sm: "auto" }}
        justifySelf="start"
        onClick={() => setOpen(true)}
      >
        Close account…
      </Button>
      {isOpen && <DeactivateDialog settings={settings} balance={balance} onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}
