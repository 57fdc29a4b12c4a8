import { Heading, Stack, Text } from "@chakra-ui/react";

interface PageHeadingProps {
  readonly title: string;
  /** A sentence on the page's content. */
  readonly text: string;
}

export function PageHeading({ title, text }: PageHeadingProps) {
  return (
    <Stack gap="1" marginBottom={{ base: "4", md: "6" }}>
      <Heading as="h1" size="4xl">
        {title}
      </Heading>
      <Text color="fg.muted" textWrap="pretty">
        {text}
      </Text>
    </Stack>
  );
}
