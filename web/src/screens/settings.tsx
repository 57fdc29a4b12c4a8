import { chakra, Heading } from "@chakra-ui/react";
import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import type { Settings } from "#shared/model/settings.ts";
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
import { SavedCardsSection, useSavedCards } from "#web/features/settings/saved-cards-section.tsx";
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
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const SECTIONS = [
  ["profile", "Profile", ProfileSection],
  ["links", "Links", LinksSection],
  ["showcase", "Showcase", ShowcaseSection],
  ["email", "Email", EmailSection],
  ["password", "Password", PasswordSection],
  ["sessions", "Sessions", SessionsSection],
  ["second-factor", "Second factor", SecondFactorSection],
  ["following", "Following", FollowingSection],
  ["notices", "Notifications", NoticesSection],
  ["blocked", "Blocked people", BlockedSection],
  ["preferences", "Preferences", PreferencesSection],
  ["billing", "Billing", BillingSection],
  ["saved-cards", "Saved cards", SavedCardsSection],
  ["selling", "Seller details", SellingSection],
  ["your-data", "Your data", YourDataSection],
  ["deactivation", "Close account", DeactivationSection],
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

type SectionId = (typeof SECTIONS)[number][0];

/** The account's sections; data entered while the stage had payments stays accessible. */
function useSections(settings: Settings) {
  const { payments } = useFeatures();
  const { onboarded } = useSignedIn();
  const hasCards = Boolean(useSavedCards(settings).data?.items.length);
  const shown: Partial<Record<SectionId, boolean>> = {
    billing: payments || settings.billing !== null,
    "saved-cards": payments || hasCards,
    selling: onboarded,
  };
  return SECTIONS.filter(([id]) => shown[id] ?? true);
}

interface SectionNavProps {
  readonly sections: ReturnType<typeof useSections>;
}

/** Links to the sections, on wide screens. */
function SectionNav({ sections }: SectionNavProps) {
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

/** Scrolls to the section in the URL's hash and focuses it. */
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

function Sections({ settings }: { readonly settings: Settings }) {
  const sections = useSections(settings);
  return (
    <chakra.div display="grid" gap="10" gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "11rem minmax(0, 1fr)" }}>
      <SectionNav sections={sections} />
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: "5", md: "6" }} maxW="small">
        {sections.map(([id, , Section]) => (
          <SectionBoundary key={id}>
            <Section settings={settings} />
          </SectionBoundary>
        ))}
      </chakra.div>
    </chakra.div>
  );
}

/** The settings of the signed-in user's account; each section is saved by itself. */
export default function SettingsScreen() {
  const settings = useSettings();
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
              <Sections settings={data} />
            </LeaveGuard>
          )}
        </ReadResult>
      </chakra.div>
    </PageContainer>
  );
}
