import { Button, chakra } from "@chakra-ui/react";
import { lazy, Suspense, useState } from "react";
import type { Settings } from "#shared/model/settings.ts";
import { CONSEQUENCES } from "./consequences.ts";
import { SettingsSection } from "./settings-section.tsx";

const DeactivateDialog = lazy(() => import("./deactivate-dialog.tsx"));

export function DeactivationSection({ settings }: { readonly settings: Settings }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection
      id="deactivation"
      title="Deactivate account"
      text="Closes your account for good. Nobody can bring it back, neither you nor we."
      isDanger
    >
      <chakra.ul display="grid" gap="2.5" ps="5" listStyleType="disc" css={{ "& li::marker": { color: "fg.error" } }}>
        {CONSEQUENCES.map((consequence) => (
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
        Deactivate account…
      </Button>
      {isOpen && (
        <Suspense>
          <DeactivateDialog settings={settings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingsSection>
  );
}
