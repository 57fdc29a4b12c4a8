import { Button, chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, type Ref, useId } from "react";

/** The sections of a checkout, one below the other. */
export const CheckoutPanel = chakra("div", {
  base: {
    borderRadius: "l3",
    background: "bg.panel",
    borderWidth: "1px",
    borderColor: "border.muted",
    "& > * + *": { borderTopWidth: "1px", borderColor: "border.muted" },
  },
});

interface CheckoutSectionProps {
  readonly title: string;
  /** A short answer and the button that changes it, beside the heading. */
  readonly summary?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the checkout with its heading. */
export function CheckoutSection({ title, summary, action, children }: CheckoutSectionProps) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={{ base: "2", md: "4" }}
      paddingY={{ base: "2.5", md: "5" }}
      paddingX={{ base: "4", md: "6" }}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1">
        <Heading as="h2" size="md" id={id}>
          {title}
        </Heading>
        <chakra.div flex="1" minWidth="0">
          {summary}
        </chakra.div>
        {action}
      </chakra.div>
      {children}
    </chakra.section>
  );
}

interface ChangeButtonProps {
  /** Within the accessible name: "Change address". */
  readonly subject: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
}

/** Opens the fields of an answer that the buyer gave before. */
export const ChangeButton = ({ subject, ...props }: ChangeButtonProps) => (
  <Button
    type="button"
    size="sm"
    height="8"
    paddingX="3"
    variant="outline"
    colorPalette="neutral"
    flexShrink="0"
    aria-label={`Change ${subject}`}
    {...props}
  >
    Change
  </Button>
);
