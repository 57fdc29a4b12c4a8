import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { MESSAGES } from "#shared/messages.ts";
import type { Settings } from "#shared/model/settings.ts";
import { useFeatures } from "#web/session/features.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Effects of deactivating an account, one sentence each. */
const DEACTIVATION_EFFECTS = [
  "You are logged out on every device and can't log in again.",
  "Your profile and your artwork disappear from the site at once.",
  "Files that nobody bought are deleted. Buyers keep what they bought, with its orders and licenses.",
  "Receipts, invoices and credit notes stay on the pages of their orders, because accounts have to be kept.",
  `Your comments and reviews stay, signed “${MESSAGES.deletedUser}”.`,
  "Your username is retired: nobody can ever take it again, not even you. Your email address becomes free.",
] as const;

const DeactivateDialog = lazyPart(() => import("./deactivate-dialog.tsx"));

export function DeactivationSection({ settings }: { readonly settings: Settings }) {
  const [isOpen, setOpen] = useState(false);
  const { payments } = useFeatures();
  return (
    <SettingsSection
      id="deactivation"
      title="Close account"
      text="Closes your account for good. Nobody can bring it back, not even us."
      isDanger
    >
      <chakra.ul display="grid" gap="2.5" ps="5" listStyleType="disc" css={{ "& li::marker": { color: "fg.error" } }}>
        {DEACTIVATION_EFFECTS.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
        {payments && <li>Your saved cards are deleted at Stripe.</li>}
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
      {isOpen && <DeactivateDialog settings={settings} onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}
