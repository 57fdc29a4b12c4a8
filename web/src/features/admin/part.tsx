import { chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

/** A titled part of a case, an artwork or an account. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading as="h3" id={id} size="lg" marginBottom="3">
        {title}
      </Heading>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
        {children}
      </chakra.div>
    </section>
  );
}
