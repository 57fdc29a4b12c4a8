import { chakra, Heading } from "@chakra-ui/react";
import { BillingSection } from "#web/features/settings/billing-section.tsx";
import { DeactivationSection } from "#web/features/settings/deactivation-section.tsx";
import { EmailSection } from "#web/features/settings/email-section.tsx";
import { PasswordSection } from "#web/features/settings/password-section.tsx";
import { PreferencesSection } from "#web/features/settings/preferences-section.tsx";
import { ProfileSection } from "#web/features/settings/profile-section.tsx";
import { SectionNav } from "#web/features/settings/section-nav.tsx";
import { useSettings } from "#web/features/settings/use-settings.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

/** Everything about one's own account; each section is saved by itself. */
export default function SettingsScreen() {
  const settings = useSettings();
  return (
    <PageContainer title="Settings">
      <chakra.div maxW="62rem" mx="auto">
        <Heading as="h1" size="4xl" mb={{ base: "6", md: "8" }}>
          Settings
        </Heading>
        <ReadResult of={settings} while={<SkeletonColumns count={8} isNarrow label="Loading your settings" />}>
          {(data) => (
            <chakra.div
              display="grid"
              gap="10"
              gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "11rem minmax(0, 1fr)" }}
            >
              <SectionNav />
              <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: "5", md: "6" }} maxW="small">
                <ProfileSection settings={data} />
                <EmailSection settings={data} />
                <PasswordSection settings={data} />
                <PreferencesSection settings={data} />
                <BillingSection settings={data} />
                <DeactivationSection settings={data} />
              </chakra.div>
            </chakra.div>
          )}
        </ReadResult>
      </chakra.div>
    </PageContainer>
  );
}
