import { Box, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { APP_NAME } from "#shared/brand.ts";

interface AuthScreenProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  /** False if the content has its own panels. */
  readonly panel?: boolean;
  /** Links to other account pages. */
  readonly elsewhere?: ReactNode;
}

/** The content of an account page: a heading, a panel, and links to other account pages. */
export function AuthScreen({ title, text, children, panel = true, elsewhere }: AuthScreenProps) {
  return (
    <>
      <title>{`${title} · ${APP_NAME}`}</title>
      <Stack gap="2" textAlign="center" align="center">
        <Heading as="h1" size="4xl">
          {title}
        </Heading>
        {text && (
          <Text color="fg.muted" textWrap="balance">
            {text}
          </Text>
        )}
      </Stack>
      {panel ? (
        <Box p={{ base: "5", sm: "8" }} bg="bg.panel" borderRadius="l3" borderWidth="1px" borderColor="border.muted">
          {children}
        </Box>
      ) : (
        children
      )}
      {elsewhere && (
        <Flex wrap="wrap" justify="center" gapX="5" textStyle="sm" css={{ "& > a": { py: "2.5" } }}>
          {elsewhere}
        </Flex>
      )}
    </>
  );
}
