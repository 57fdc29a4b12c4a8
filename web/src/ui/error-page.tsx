import { Button, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { APP_NAME } from "#shared/brand.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SpilledPaint } from "./spilled-paint.tsx";

interface FailurePageProps {
  readonly code: string;
  readonly text: string;
  readonly illustration?: ReactNode;
  readonly action: ReactNode;
}

/** The page that stands where another should: a number, a sentence, a way on. */
export function FailurePage({ code, text, illustration, action }: FailurePageProps) {
  return (
    <Flex minH="70dvh" align="center" justify="center" px="4" py="12">
      <title>{`${code} · ${APP_NAME}`}</title>
      <Stack align="center" textAlign="center" gap="5">
        {illustration}
        <Heading as="h1" size="7xl" color="ochre.fg" _light={{ color: "ochre.600" }}>
          {code}
        </Heading>
        <Text textStyle="lg" color="fg.muted">
          {text}
        </Text>
        {action}
      </Stack>
    </Flex>
  );
}

interface ErrorPageProps {
  /** Does what failed again; without it the page is loaded anew. */
  readonly onRetry?: () => unknown;
}

/** The 500 page. */
export function ErrorPage({ onRetry }: ErrorPageProps) {
  const retry = () => (onRetry ? void onRetry() : window.location.reload());
  return (
    <FailurePage
      code="500"
      text={MESSAGES.internal}
      illustration={<SpilledPaint />}
      action={
        <Button size="lg" onClick={retry}>
          Try again
        </Button>
      }
    />
  );
}
