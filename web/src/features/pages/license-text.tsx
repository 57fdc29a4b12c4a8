import { Box, chakra, Heading } from "@chakra-ui/react";
import { LICENSE_TERMS } from "#shared/license-terms.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { Prose } from "./prose.tsx";

/** A license in full, the very words that its certificates refer to. */
export function LicenseText({ type }: { readonly type: LicenseType }) {
  const { title, sections } = LICENSE_TERMS[type];
  return (
    <Box
      as="section"
      aria-labelledby={type}
      mt="8"
      p={{ base: "5", md: "10" }}
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="l3"
    >
      <Heading as="h2" size="2xl" id={type} scrollMarginTop="24">
        {title}
      </Heading>
      <Prose>
        {sections.map(({ heading, paragraphs, points = [] }) => (
          <chakra.div key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points.length > 0 && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </chakra.div>
        ))}
      </Prose>
    </Box>
  );
}
