import { chakra, Heading, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { PageContainer } from "#web/ui/page-container.tsx";

interface TextPageProps {
  readonly title: string;
  /** What the page is about, in a sentence or two. */
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page to be read. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <PageContainer title={title} width="small">
      <chakra.header paddingTop={{ base: "2", md: "6" }}>
        <Heading as="h1" size="5xl">
          {title}
        </Heading>
        <Text textStyle="lg" color="fg.muted" marginTop={{ base: "4", md: "6" }} textWrap="pretty">
          {lead}
        </Text>
      </chakra.header>
      {children}
    </PageContainer>
  );
}
