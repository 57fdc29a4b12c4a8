import { Button, chakra, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { APP_NAME } from "#shared/brand.ts";
import { MESSAGES } from "#shared/messages.ts";
import { useIsOnline } from "./offline-notice.tsx";

interface FailurePageProps {
  /** The status code, or a text without one. */
  readonly heading: string;
  /** True if the page itself reports that there is no network. */
  readonly isOffline?: boolean;
  readonly text: string;
  /** A detail such as the requested path; an empty string reserves its space. */
  readonly detail?: string;
  readonly illustration?: ReactNode;
  readonly action: ReactNode;
}

/** A page for a failure: its heading, a sentence and an action. */
export function FailurePage({ heading, isOffline = false, text, detail, illustration, action }: FailurePageProps) {
  return (
    <Flex
      minH="70dvh"
      align="center"
      justify="center"
      px="4"
      py="12"
      {...(isOffline ? { "data-offline-page": true } : {})}
    >
      <title>{`${heading} · ${APP_NAME}`}</title>
      <Stack align="center" textAlign="center" gap="5">
        {illustration}
        <Heading as="h1" size={isOffline ? "4xl" : "7xl"} color="accent.fg" _light={{ color: "accent.600" }}>
          {heading}
        </Heading>
        <Text textStyle="lg" color="fg.muted">
          {text}
        </Text>
        {detail !== undefined && (
          <Text color="fg.muted" overflowWrap="anywhere" maxW="text" minH="6">
            {detail}
          </Text>
        )}
        {action}
      </Stack>
    </Flex>
  );
}

/** Drawing of a tin of paint that fell over. */
function ErrorIllustration() {
  return (
    <chakra.svg
      viewBox="0 0 240 200"
      width={{ base: "13rem", md: "17rem" }}
      maxW="full"
      height="auto"
      fill="none"
      aria-hidden
    >
      <chakra.path
        d="M136 128c22 2 20 34 38 38 20 5 44 3 44 13 0 9-36 13-84 13s-82-3-82-10c0-9 40-4 56-12Z"
        fill="accent.solid"
      />
      <chakra.ellipse cx="206" cy="152" rx="7" ry="4" fill="accent.solid" />
      <g transform="rotate(-14 96 120)">
        <chakra.path
          d="M50 84h84v72H50c-8 0-15-16-15-36s7-36 15-36Z"
          fill="bg.subtle"
          stroke="border.emphasized"
          strokeWidth="3"
        />
        <chakra.path d="M66 85v70M84 85v70" stroke="border" strokeWidth="2" />
        <chakra.rect x="90" y="96" width="28" height="48" rx="4" fill="accent.muted" />
        <chakra.ellipse cx="134" cy="120" rx="15" ry="36" fill="bg" stroke="border.emphasized" strokeWidth="3" />
        <chakra.path d="M122 132c8 14 16 24 24 10 4 12-2 14-12 14-6 0-11-10-12-24Z" fill="accent.solid" />
        <chakra.path d="M48 88C16 60 20 30 58 22" stroke="fg.subtle" strokeWidth="3" strokeLinecap="round" />
      </g>
      <g transform="rotate(24 186 84)">
        <chakra.rect
          x="180"
          y="44"
          width="12"
          height="58"
          rx="5"
          fill="bg.muted"
          stroke="border.emphasized"
          strokeWidth="2"
        />
        <chakra.rect x="176" y="98" width="20" height="12" fill="fg.subtle" />
        <chakra.path d="M176 110h20l-2 18c-2 6-14 6-16 0Z" fill="accent.solid" />
      </g>
    </chakra.svg>
  );
}

interface ErrorPageProps {
  /** Retries the failed action; by default reloads the page. */
  readonly onRetry?: () => unknown;
}

/** The 500 page, or without a network the offline page, which retries once it is back. */
export function ErrorPage({ onRetry }: ErrorPageProps) {
  const retry = () => (onRetry ? void onRetry() : window.location.reload());
  const isOffline = !useIsOnline();
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const retryOnline = () => latest.current();
    window.addEventListener("online", retryOnline);
    return () => window.removeEventListener("online", retryOnline);
  }, []);
  return (
    <FailurePage
      heading={isOffline ? "You are offline" : "500"}
      text={isOffline ? "This page will load once you're back online." : MESSAGES.internal}
      isOffline={isOffline}
      illustration={<ErrorIllustration />}
      action={
        <Button size="lg" onClick={retry}>
          Try again
        </Button>
      }
    />
  );
}
