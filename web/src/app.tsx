import { ChakraProvider, Flex, Spinner } from "@chakra-ui/react";
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { Outlet, type RouteObject, useLocation, useNavigate } from "react-router-dom";
import { SWRConfig } from "swr";
import { type Page as PageRow, pages } from "#shared/pages.ts";
import { AuthLayout, MAIN_ID, Shell } from "#web/features/layout/layouts.tsx";
import { useScrollPlace } from "#web/features/layout/scroll-place.ts";
import { type ReturnState, useReturnState } from "#web/session/return-page.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { keepMovedPresses } from "#web/ui/moved-press.ts";
import { navigation } from "#web/ui/navigation.ts";
import { changes } from "./api/changes.ts";
import { useClearReads, useRefreshReads } from "./api/use-invalidate.ts";
import { CookieBanner } from "./features/consent/cookie-banner.tsx";
import { ShortcutHelp } from "./features/shortcuts/shortcut-help.tsx";
import type { Screens } from "./screens.ts";
import { useFeatures } from "./session/features.ts";
import { Guard } from "./session/guard.tsx";
import { ownerProof } from "./session/owner-proof.ts";
import { useSession } from "./session/use-session.ts";
import { system } from "./theme/system.ts";
import { printLight } from "./theme/theme-choice.ts";
import { watchBack } from "./ui/dialog-history.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { ErrorPage } from "./ui/error-page.tsx";
import { removeTabDrafts } from "./ui/form/drafts.ts";
import { NotFoundRedirect } from "./ui/not-found-redirect.tsx";
import { OfflineNotice } from "./ui/offline-notice.tsx";
import { SectionBoundary } from "./ui/section-boundary.tsx";
import { Toaster } from "./ui/toaster.tsx";

/**
 * Restores scroll position and focus after navigation, uses a late typeface from then on, lets Back close dialogs, keeps clicks on moving controls, and lets
 * code outside React navigate.
 */
function RouteEffects() {
  useScrollPlace();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const here = useReturnState();
  const from = useRef(here);
  from.current = here;

  useEffect(watchBack, []);
  useEffect(keepMovedPresses, []);

  useEffect(
    () =>
      navigation.bind((path, message) => {
        const state: LocationMessage & ReturnState = {
          ...(message ? { message } : {}),
          ...(path === "/login" ? from.current : {}),
        };
        void navigate(path, { state });
      }),
    [navigate],
  );

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Loaded by now, or never.
    delete document.documentElement.dataset.lateFont;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}

/** A server-rendered page hydrates in two steps: the layout, then the screen. */
type HydratedPart = "shell" | "main";

const getPart = (element: Element): HydratedPart => (element.closest("main") ? "main" : "shell");

/**
 * Marks a part as hydrated on the root element, and clicks its button that was pressed earlier, as marked by the script in
 * `lib/site/page-template.ts`.
 */
function HydrationMarker({ part }: { readonly part: HydratedPart }) {
  useLayoutEffect(() => {
    document.documentElement.dataset[part] = "live";
  }, [part]);
  useEffect(() => {
    const button = document.querySelector<HTMLButtonElement>("button[data-pressed]");
    if (!button || getPart(button) !== part) return;
    delete button.dataset.pressed;
    // Deferred: within an effect React couldn't hydrate the part that contains the button.
    const timer = setTimeout(() => button.click());
    return () => clearTimeout(timer);
  }, [part]);
  return null;
}

/** SWR keeps the cached object for an equal response, so it inherits the time of the newer read. */
function isEqual(cached: unknown, answer: unknown): boolean {
  const equal = SWRConfig.defaultValue.compare(cached, answer);
  if (equal) changes.inheritTime(cached, answer);
  return equal;
}

/** Failed reads show a retry button themselves; refetching on focus would only repeat cached data. */
const SWR_OPTIONS = { shouldRetryOnError: false, revalidateOnFocus: false, compare: isEqual } as const;

function PageSpinner() {
  return (
    <Flex role="status" aria-label="Loading" justify="center" py="24" minH="dvh" color="fg.subtle">
      <Spinner size="lg" />
    </Flex>
  );
}

/** Shows a feature's pages on stages that have it, and the 404 page on the others. */
function FeatureGuard({ feature, children }: { readonly feature: PageRow["feature"]; readonly children: ReactNode }) {
  const features = useFeatures();
  if (!feature || features[feature]) return children;
  return features.known ? <NotFoundRedirect /> : <PageSpinner />;
}

interface PageProps {
  readonly page: PageRow;
  readonly children: ReactNode;
}

function Page({ page: { access, feature }, children }: PageProps) {
  const { pathname, search } = useLocation();
  const Layout = access === "auth" || access === "link" ? AuthLayout : Shell;
  return (
    <Layout>
      <ErrorBoundary
        resetKey={pathname + search}
        fallback={
          <>
            <ErrorPage />
            {/* Clicks on its button would otherwise wait for a page that never comes. */}
            <HydrationMarker part="main" />
          </>
        }
      >
        <Suspense fallback={<PageSpinner />}>
          <FeatureGuard feature={feature}>
            <Guard access={access} waiting={<PageSpinner />}>
              {children}
            </Guard>
          </FeatureGuard>
          <HydrationMarker part="main" />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  );
}

/**
 * Starts the session; clears cached reads and the tab's drafts when the user changes or logs out; refreshes a visitor's
 * reads once the session has a user.
 */
function SessionEffects() {
  const { status, user, start } = useSession();
  const clearReads = useClearReads();
  const refreshReads = useRefreshReads();
  const readFor = useRef<string | null>(null);

  useEffect(() => void start(), [start]);

  useEffect(() => {
    const reader = user?.id ?? null;
    if (status === "unauthenticated") removeTabDrafts();
    if (status === "starting" || reader === readFor.current) return;
    void (readFor.current === null ? refreshReads() : clearReads());
    readFor.current = reader;
  }, [status, user, clearReads, refreshReads]);

  return null;
}

const ProofDialog = lazyPart(() => import("./features/settings/proof-dialog.tsx"));

const settleProof = (isProven = false) => ownerProof.settle(isProven);

/** The dialog for calls that require a new proof of the owner, over any page. */
function ProofQuestion() {
  const isAsked = useSyncExternalStore(ownerProof.subscribe, ownerProof.isAsked, () => false);
  return isAsked && <ProofDialog onClose={settleProof} />;
}

function Site() {
  useEffect(printLight, []);
  return (
    <>
      <SessionEffects />
      <RouteEffects />
      <SectionBoundary>
        <CookieBanner />
      </SectionBoundary>
      <Outlet />
      <ProofQuestion />
      <SectionBoundary>
        <ShortcutHelp />
        <OfflineNotice />
      </SectionBoundary>
      <Toaster />
      <HydrationMarker part="shell" />
    </>
  );
}

/** The site's routes for the browser's or the server's router; each handle is its page. */
export function createRoutes(screens: Screens): RouteObject[] {
  const children = pages.map((page) => {
    const Screen = screens[page.path];
    const element = (
      <Page key={page.access} page={page}>
        <Screen />
      </Page>
    );
    return { path: page.path, handle: page, element };
  });
  return [
    {
      element: <Site />,
      errorElement: <ErrorPage />,
      children: [...children, { path: "*", element: <NotFoundRedirect /> }],
    },
  ];
}

/** The providers around the router. */
export function App({ children }: { readonly children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <SWRConfig value={SWR_OPTIONS}>{children}</SWRConfig>
    </ChakraProvider>
  );
}
