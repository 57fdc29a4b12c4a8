import { ChakraProvider, Flex, Spinner } from "@chakra-ui/react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { type Page as PageFacts, pages } from "#shared/pages.ts";
import { AuthLayout, Shell } from "#web/features/layout/layouts.tsx";
import { RouteEffects } from "#web/features/layout/route-effects.tsx";
import { changes } from "./api/changes.ts";
import { useForgetReads, useRefreshReads } from "./api/use-invalidate.ts";
import { CookieBanner } from "./features/consent/cookie-banner.tsx";
import type { Screens } from "./screens.ts";
import { useFeatures } from "./session/features.ts";
import { Guard } from "./session/guard.tsx";
import { useSession } from "./session/use-session.ts";
import { system } from "./theme/system.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { Live } from "./ui/live.tsx";
import { OfflineNotice } from "./ui/offline-notice.tsx";
import { Toaster } from "./ui/toaster.tsx";

/** SWR keeps the object it has when an equal answer comes, which is as good as the newer one from then on. */
function isEqual(kept: unknown, answer: unknown): boolean {
  const equal = SWRConfig.defaultValue.compare(kept, answer);
  if (equal) changes.adopt(kept, answer);
  return equal;
}

/** A failed read offers another try itself; reading on every focus would only repeat what is cached. */
const READING = { shouldRetryOnError: false, revalidateOnFocus: false, compare: isEqual } as const;

function Waiting() {
  return (
    <Flex role="status" aria-label="Loading" justify="center" py="24" minH="dvh" color="fg.subtle">
      <Spinner size="lg" />
    </Flex>
  );
}

/** A feature's pages are there once the stage is known to have it. */
function IfOffered({ feature, children }: { readonly feature: PageFacts["feature"]; readonly children: ReactNode }) {
  const features = useFeatures();
  if (!feature || features[feature]) return children;
  return features.known ? <Navigate to="/404" replace /> : <Waiting />;
}

interface PageProps {
  readonly of: PageFacts;
  readonly children: ReactNode;
}

function Page({ of: { access, feature }, children }: PageProps) {
  const { pathname } = useLocation();
  const Layout = access === "auth" || access === "link" ? AuthLayout : Shell;
  return (
    <Layout>
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<Waiting />}>
          <IfOffered feature={feature}>
            <Guard access={access} waiting={<Waiting />}>
              {children}
            </Guard>
          </IfOffered>
          <Live part="main" />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  );
}

/**
 * Starts the session, forgets what was read for one person when another, or nobody, takes their place, and reads anew
 * what a visitor saw who turns out to be someone.
 */
function SessionEffects() {
  const { status, user, start } = useSession();
  const forgetReads = useForgetReads();
  const refreshReads = useRefreshReads();
  const readFor = useRef<string | null>(null);

  useEffect(() => void start(), [start]);

  useEffect(() => {
    const reader = user?.id ?? null;
    if (status === "starting" || reader === readFor.current) return;
    void (readFor.current === null ? refreshReads() : forgetReads());
    readFor.current = reader;
  }, [status, user, forgetReads, refreshReads]);

  return null;
}

/** The whole site inside whichever router stands around it. */
export function App({ screens }: { readonly screens: Screens }) {
  return (
    <ChakraProvider value={system}>
      <SWRConfig value={READING}>
        <SessionEffects />
        <RouteEffects />
        <CookieBanner />
        <Routes>
          {pages.map((one) => {
            const Screen = screens[one.path];
            const element = (
              <Page key={one.access} of={one}>
                <Screen />
              </Page>
            );
            return <Route key={one.path} path={one.path} element={element} />;
          })}
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
        <OfflineNotice />
        <Toaster />
        <Live part="shell" />
      </SWRConfig>
    </ChakraProvider>
  );
}
