import { chakra, Heading } from "@chakra-ui/react";
import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import { BillingSection } from "#web/features/settings/billing-section.tsx";
import { BlockedSection } from "#web/features/settings/blocked-section.tsx";
import { DeactivationSection } from "#web/features/settings/deactivation-section.tsx";
import { EmailSection } from "#web/features/settings/email-section.tsx";
import { FollowingSection } from "#web/features/settings/following-section.tsx";
import { LinksSection } from "#web/features/settings/links-section.tsx";
import { NoticesSection } from "#web/features/settings/notices-section.tsx";
import { PasswordSection } from "#web/features/settings/password-section.tsx";
import { PreferencesSection } from "#web/features/settings/preferences-section.tsx";
import { ProfileSection } from "#web/features/settings/profile-section.tsx";
import { SavedCardsSection } from "#web/features/settings/saved-cards-section.tsx";
import { SecondFactorSection } from "#web/features/settings/second-factor-section.tsx";
import { SellingSection } from "#web/features/settings/selling-section.tsx";
import { SessionsSection } from "#web/features/settings/sessions-section.tsx";
import { ShowcaseSection } from "#web/features/settings/showcase-section.tsx";
import { useSettings } from "#web/features/settings/use-settings.ts";
import { YourDataSection } from "#web/features/settings/your-data-section.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const SECTIONS = [
  ["profile", "Profile"],
  ["links", "Links"],
  ["showcase", "Showcase"],
  ["email", "Email"],
  ["password", "Password"],
  ["sessions", "Sessions"],
  ["second-factor", "Second factor"],
  ["following", "Following"],
  ["notices", "Notifications"],
  ["blocked", "Blocked people"],
  ["preferences", "Preferences"],
  ["billing", "Billing"],
  ["saved-cards", "Saved cards"],
  ["selling", "Seller details"],
  ["your-data", "Your data"],
  ["deactivation", "Close account"],
] as const;

const SectionLink = chakra(Link, {
  base: {
    display: "block",
    px: "4",
    py: "2",
    borderRadius: "full",
    color: "fg.muted",
    fontWeight: "medium",
    textStyle: "sm",
    transition: "background 120ms, color 120ms",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.muted", color: "fg" },
  },
});

/** True for who can sell, on a stage that takes payments. */
function useIsSeller() {
  const { payments } = useFeatures();
  const { onboarded } = useSignedIn();
  return payments && onboarded;
}

/** Links to the sections, on wide screens. */
function SectionNav() {
  const isSeller = useIsSeller();
  const { payments } = useFeatures();
  const sections = SECTIONS.filter(
    ([id]) => (id !== "selling" || isSeller) && (payments || !["billing", "saved-cards"].includes(id)),
  );
  return (
    <chakra.nav aria-label="Settings" hideBelow="lg" position="sticky" top="24" alignSelf="start">
      <chakra.ul display="grid" gap="1" listStyleType="none">
        {sections.map(([id, title]) => (
          <li key={id}>
            <SectionLink to={`#${id}`}>{title}</SectionLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

/** Scrolls to the section that the address names, and moves the focus there. */
function ShownPart() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again scrolls again
  useEffect(() => {
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    section.scrollIntoView?.();
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }, [hash, key]);
  return null;
}

/** The settings of the signed-in user's account; each section is saved by itself. */
export default function SettingsScreen() {
  const settings = useSettings();
  const isSeller = useIsSeller();
  const { payments } = useFeatures();
  return (
    <PageContainer title="Settings">
      <chakra.div maxW="62rem" mx="auto">
        <Heading as="h1" size="4xl" mb={{ base: "6", md: "8" }}>
          Settings
        </Heading>
        <ReadResult read={settings} fallback={<SkeletonColumns count={10} isNarrow label="Loading your settings" />}>
          {(data) => (
            <LeaveGuard text="What you changed here and didn't save would be lost.">
              <ShownPart />
              <chakra.div
                display="grid"
                gap="10"
                gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "11rem minmax(0, 1fr)" }}
              >
                <SectionNav />
                <chakra.div
                  display="grid"
                  gridTemplateColumns="minmax(0, 1fr)"
                  gap={{ base: "5", md: "6" }}
                  maxW="small"
                >
                  <ProfileSection settings={data} />
                  <LinksSection settings={data} />
                  <ShowcaseSection settings={data} />
                  <EmailSection settings={data} />
                  <PasswordSection settings={data} />
                  <SessionsSection settings={data} />
                  <SecondFactorSection />
                  <FollowingSection settings={data} />
                  <NoticesSection settings={data} />
                  <BlockedSection settings={data} />
                  <PreferencesSection settings={data} />
                  {(payments || data.billing) && <BillingSection settings={data} />}
                  {payments && <SavedCardsSection settings={data} />}
                  {isSeller && <SellingSection settings={data} />}
                  <YourDataSection settings={data} />
                  <DeactivationSection settings={data} />
                </chakra.div>
              </chakra.div>
            </LeaveGuard>
          )}
        </ReadResult>
      </chakra.div>
    </PageContainer>
  );
}
