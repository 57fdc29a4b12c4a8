import { Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  /** Shown above the text; decorative. */
  readonly illustration?: ReactNode;
  readonly title: string;
  readonly text?: string;
  /** A button or a link for what to do next. */
  readonly action?: ReactNode;
}

/** Shown instead of an empty list: what is missing and how to get it. */
export function EmptyState({ illustration, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" textAlign="center" gap="3" py={{ base: "16", md: "24" }} px="4">
      {illustration}
      <Heading as="h2" size="2xl" maxW="full" overflowWrap="anywhere">
        {title}
      </Heading>
      {text && (
        <Text color="fg.muted" maxW="text">
          {text}
        </Text>
      )}
      {action && <Stack mt="3">{action}</Stack>}
    </Stack>
  );
}
