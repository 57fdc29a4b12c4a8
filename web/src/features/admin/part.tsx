import { chakra, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A titled part of a case or an artwork. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <chakra.section>
      <Heading as="h3" size="lg" marginBottom="3">
        {title}
      </Heading>
      {children}
    </chakra.section>
  );
}
