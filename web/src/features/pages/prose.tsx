import { chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

/** Running text: a comfortable measure, air between paragraphs, links and lists that read as such. */
export const Prose = chakra("div", {
  base: {
    lineHeight: "tall",
    color: "fg.muted",
    // As light as a class, so that whatever stands within the text and has a look of its own keeps it.
    "& > * + *": { marginTop: "4" },
    "& :where(ul, ol)": { paddingInlineStart: "5", display: "grid", gap: "2" },
    "& :where(ul)": { listStyle: "disc" },
    "& :where(ol)": { listStyle: "decimal" },
    "& :where(li)::marker": { color: "ochre.fg" },
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
  /** Where links within the page lead to. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own. */
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
