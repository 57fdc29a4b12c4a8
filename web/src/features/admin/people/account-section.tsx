import { chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

interface AccountSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function AccountSection({ title, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading as="h3" id={id} size="xl" marginBottom="3">
        {title}
      </Heading>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        {children}
      </chakra.div>
    </section>
  );
}
