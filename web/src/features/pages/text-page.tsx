import { chakra, Heading, Text } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { PageContainer } from "#web/ui/page-container.tsx";

/** Styles of running text: line height, paragraphs, lists. */
export const Prose = chakra("div", {
  base: {
    lineHeight: "tall",
    color: "fg.muted",
    // No higher specificity than a class, so that components keep their own styles.
    "& > * + *": { marginTop: "4" },
    "& :where(ul, ol)": { paddingInlineStart: "5", display: "grid", gap: "2" },
    "& :where(ul)": { listStyle: "disc" },
    "& :where(ol)": { listStyle: "decimal" },
    "& :where(li)::marker": { color: "accent.fg" },
    "& :where(strong)": { color: "fg", fontWeight: "semibold" },
    "& :where(h3)": {
      color: "fg",
      fontFamily: "heading",
      fontWeight: "bold",
      textStyle: "lg",
      marginTop: "6",
      marginBottom: "2",
    },
  },
});

interface PartProps {
  readonly title: string;
  /** The anchor of links within the page. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A section with its heading. */
export function Part({ title, id, children }: PartProps) {
  const made = useId();
  const headingId = id ?? made;
  return (
    <chakra.section aria-labelledby={headingId} marginTop={{ base: "10", md: "14" }}>
      <Heading as="h2" size="2xl" id={headingId} marginBottom="4" scrollMarginTop="24">
        {title}
      </Heading>
      <Prose>{children}</Prose>
    </chakra.section>
  );
}

interface TextPageProps {
  readonly title: string;
  /** Introduction of one or two sentences. */
  readonly lead: ReactNode;
  /** A drawing below it. */
  readonly picture?: ReactNode;
  readonly children: ReactNode;
}

/** A page of text. */
export function TextPage({ title, lead, picture, children }: TextPageProps) {
  return (
    <PageContainer title={title} width="small">
      <chakra.header paddingTop={{ base: "2", md: "6" }}>
        <Heading as="h1" size="5xl">
          {title}
        </Heading>
        <Text textStyle="lg" color="fg.muted" marginTop={{ base: "4", md: "6" }} textWrap="pretty">
          {lead}
        </Text>
        {picture}
      </chakra.header>
      {children}
    </PageContainer>
  );
}
