import { Box, Flex, Link, Stack } from "@chakra-ui/react";
import { type ReactNode, Suspense } from "react";
import { LogInPrompt } from "#web/features/accounts/log-in-prompt.tsx";
import { useUser } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { HomeLink } from "./logo.tsx";

/** Id of the main element, which takes the focus after a navigation. */
export const MAIN_ID = "content";

function SkipLink() {
  return (
    <Link
      href={`#${MAIN_ID}`}
      position="fixed"
      top="3"
      insetStart="3"
      zIndex="skipLink"
      px="4"
      py="2"
      bg="bg.muted"
      transform="translateY(-200%)"
      _focusVisible={{ transform: "none" }}
      _print={{ display: "none" }}
    >
      Skip to content
    </Link>
  );
}

const SuspensionBanner = lazyPart(() => import("#web/features/accounts/suspension-banner.tsx"), null);

/** The notice that the user's account is suspended. */
function AccountNotice() {
  const user = useUser();
  return user?.suspension ? <SuspensionBanner user={user} /> : null;
}

/** Header, content, footer. The content is at least one screen tall, so that the footer doesn't shift as it loads. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <SectionBoundary>
        <Header />
      </SectionBoundary>
      <AccountNotice />
      <Box as="main" id={MAIN_ID} tabIndex={-1} outline="none" minH="calc(100lvh - 4rem)">
        {children}
      </Box>
      <SectionBoundary>
        <Suspense>
          <Footer />
        </Suspense>
      </SectionBoundary>
      <SectionBoundary>
        <LogInPrompt />
      </SectionBoundary>
    </>
  );
}

/** A narrow column under the logo, for sign-up, log-in and account recovery. */
export function AuthLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Flex
      direction="column"
      minH="dvh"
      align="center"
      px="4"
      py={{ base: "8", md: "14" }}
      gap={{ base: "8", md: "10" }}
      bgImage="radial-gradient(56rem 28rem at 50% -12rem, {colors.accent.muted}, transparent)"
      bgRepeat="no-repeat"
    >
      <header>
        <HomeLink />
      </header>
      <Stack as="main" id={MAIN_ID} tabIndex={-1} outline="none" width="full" maxW="auth" gap="6">
        {children}
      </Stack>
    </Flex>
  );
}
