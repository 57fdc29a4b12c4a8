import { Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  /** Drawn above the words; decorative. */
  readonly illustration?: ReactNode;
  readonly title: string;
  readonly text?: string;
  /** The next thing to do, a button or a link. */
  readonly action?: ReactNode;
}

/** Says that there is nothing yet and what would change that. */
export function EmptyState({ illustration, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" textAlign="center" gap="3" py={{ base: "16", md: "24" }} px="4">
      {illustration}
      <Heading as="h2" size="2xl">
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
