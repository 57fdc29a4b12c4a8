import { chakra, Heading } from "@chakra-ui/react";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ComponentType } from "react";
import { Link, Navigate, useLocation, useParams } from "react-router-dom";
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
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

interface Section {
  /** Last segment of the section's address. */
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType<{ readonly settings: Settings }>;
}

interface SectionGroup {
  readonly title: string;
  readonly sections: readonly Section[];
}

const GROUPS: readonly SectionGroup[] = [
  {
    title: "Your page",
    sections: [
      { id: "profile", title: "Profile", Content: ProfileSection },
      { id: "links", title: "Links", Content: LinksSection },
      { id: "showcase", title: "Showcase", Content: ShowcaseSection },
      { id: "preferences", title: "Preferences", Content: PreferencesSection },
    ],
  },
  {
    title: "Logging in",
    sections: [
      { id: "email", title: "Email", Content: EmailSection },
      { id: "password", title: "Password", Content: PasswordSection },
      { id: "second-factor", title: "Second factor", Content: SecondFactorSection },
      { id: "sessions", title: "Sessions", Content: SessionsSection },
    ],
  },
  {
    title: "People",
    sections: [
      { id: "notices", title: "Notifications", Content: NoticesSection },
      { id: "following", title: "Following", Content: FollowingSection },
      { id: "blocked", title: "Blocked people", Content: BlockedSection },
    ],
  },
  {
    title: "Buying and selling",
    sections: [
      { id: "billing", title: "Billing", Content: BillingSection },
      { id: "saved-cards", title: "Saved cards", Content: SavedCardsSection },
      { id: "selling", title: "Seller details", Content: SellingSection },
    ],
  },
  {
    title: "Account",
    sections: [
      { id: "your-data", title: "Your data", Content: YourDataSection },
      { id: "deactivation", title: "Close account", Content: DeactivationSection },
    ],
  },
];

const SectionLink = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    px: "4",
    minH: { base: "12", lg: "9" },
    borderRadius: { base: "l2", lg: "full" },
    color: { base: "fg", lg: "fg.muted" },
    fontWeight: "medium",
    textStyle: { base: "md", lg: "sm" },
    transition: "background 120ms, color 120ms",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.muted", color: "fg" },
    "&[aria-current]": { bg: { lg: "bg.muted" }, color: "fg" },
    _icon: { color: "fg.muted", hideFrom: "lg" },
  },
});

const findSection = (id: string | undefined) =>
  GROUPS.flatMap(({ sections }) => sections).find((section) => section.id === id);

/** The account's sections in their groups; data entered while the stage had payments stays accessible. */
function useGroups(settings: Settings, id: string | undefined): readonly SectionGroup[] {
  const { payments } = useFeatures();
  const { onboarded } = useSignedIn();
  const hasCards = Boolean(useSavedCards(settings).data?.items.length);
  const shown: Readonly<Record<string, boolean>> = {
    billing: payments || settings.billing !== null,
    "saved-cards": payments || hasCards || id === "saved-cards",
    selling: onboarded,
  };
  return GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections.filter(({ id }) => shown[id] ?? true),
  })).filter(({ sections }) => sections.length > 0);
}

/** Leads from a section to the list, on phones. */
const BackLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    minH: "11",
    mb: "2",
    ms: "-1",
    pe: "2",
    fontWeight: "semibold",
    focusVisibleRing: "outside",
    hideFrom: "lg",
  },
});

const getPath = (id: string) => `/settings/${id}`;

interface SectionNavProps {
  readonly groups: readonly SectionGroup[];
  readonly current: Section;
  /** On phones, hidden while a section is open. */
  readonly isHiddenOnPhones: boolean;
}

function SectionNav({ groups, current, isHiddenOnPhones }: SectionNavProps) {
  return (
    <chakra.nav
      aria-label="Settings"
      hideBelow={isHiddenOnPhones ? "lg" : undefined}
      position={{ lg: "sticky" }}
      top="24"
      alignSelf="start"
      display="grid"
      gap={{ base: "6", lg: "5" }}
    >
      {groups.map(({ title, sections }) => (
        <section key={title} aria-label={title}>
          <chakra.p px="4" mb="1" textStyle="xs" fontWeight="semibold" color="fg.muted">
            {title}
          </chakra.p>
          <chakra.ul listStyleType="none">
            {sections.map((section) => (
              <li key={section.id}>
                <SectionLink to={getPath(section.id)} aria-current={section === current ? "page" : undefined}>
                  {section.title}
                  <ChevronRight size={18} aria-hidden />
                </SectionLink>
              </li>
            ))}
          </chakra.ul>
        </section>
      ))}
    </chakra.nav>
  );
}

/** The list of sections and the current one; a phone shows one of the two. */
function Sections({ settings, id }: { readonly settings: Settings; readonly id: string | undefined }) {
  const groups = useGroups(settings, id);
  const sections = groups.flatMap((group) => group.sections);
  const current = id === undefined ? sections[0] : sections.find((section) => section.id === id);
  if (!current) return <NotFoundRedirect />;
  return (
    <chakra.div display="grid" gap="10" gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "12rem minmax(0, 1fr)" }}>
      <SectionNav groups={groups} current={current} isHiddenOnPhones={id !== undefined} />
      <chakra.div hideBelow={id === undefined ? "lg" : undefined} maxW="small">
        <SectionBoundary key={id ?? "first"}>
          <current.Content settings={settings} />
        </SectionBoundary>
      </chakra.div>
    </chakra.div>
  );
}

/** The settings of the signed-in user's account, one section at a time; each is saved by itself. */
export default function SettingsScreen() {
  const { section: id } = useParams();
  const linked = findSection(useLocation().hash.slice(1));
  const settings = useSettings();
  // Links in earlier mails name the section in the hash.
  if (id === undefined && linked) return <Navigate to={getPath(linked.id)} replace />;
  const title = findSection(id)?.title;
  return (
    <PageContainer title={title ? `${title} · Settings` : "Settings"}>
      <chakra.div maxW="62rem" mx="auto">
        <chakra.div mb={{ base: id === undefined ? "6" : "0", lg: "8" }}>
          <Heading as="h1" size="4xl" srOnly={{ base: id !== undefined, lg: false }}>
            Settings
          </Heading>
        </chakra.div>
        {id !== undefined && (
          <BackLink to="/settings">
            <ChevronLeft size={20} aria-hidden />
            Settings
          </BackLink>
        )}
        <ReadResult read={settings} fallback={<SkeletonColumns count={4} isNarrow label="Loading your settings" />}>
          {(data) => (
            <LeaveGuard text="What you changed here and didn't save will be lost.">
              <Sections settings={data} id={id} />
            </LeaveGuard>
          )}
        </ReadResult>
      </chakra.div>
    </PageContainer>
  );
}
