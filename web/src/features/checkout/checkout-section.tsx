import { chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

/** One subject of the checkout. */
export function CheckoutSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      display="grid"
      gap="5"
      padding={{ base: "5", md: "7" }}
      borderRadius="l3"
      background="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
    >
      <Heading as="h2" size="lg" id={id}>
        {title}
      </Heading>
      {children}
    </chakra.section>
  );
}
