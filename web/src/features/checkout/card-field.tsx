import { Button, chakra, Skeleton, Text } from "@chakra-ui/react";
import { useId } from "react";
import { Notice } from "#web/ui/notice.tsx";
import type { Card } from "./use-card.ts";
import type { useStripe } from "./use-stripe.ts";

const Frame = chakra("div", {
  base: {
    minHeight: "12",
    paddingX: "4",
    paddingY: "11px",
    borderRadius: "l2",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    background: "bg.subtle",
    color: "fg",
    "&[data-focus]": { outline: "2px solid", outlineColor: "ochre.focusRing", outlineOffset: "-1px" },
    "&[data-invalid]": { borderColor: "border.error" },
  },
});

interface CardFieldProps {
  readonly card: Card;
  readonly of: ReturnType<typeof useStripe>;
}

/** The card's fields, which the payment provider draws: no number ever passes through this page. */
export function CardField({ card, of: { stripe, hasFailed, retry } }: CardFieldProps) {
  const id = useId();
  if (hasFailed) {
    return (
      <Notice kind="error">
        The card form didn't load.
        <Button size="sm" variant="outline" colorPalette="neutral" marginStart="3" onClick={retry}>
          Try again
        </Button>
      </Notice>
    );
  }
  return (
    <chakra.div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-problem`}
      display="grid"
      gap="1.5"
    >
      <Text id={`${id}-label`} textStyle="sm" fontWeight="medium">
        Card
      </Text>
      {!stripe && <Skeleton height="12" borderRadius="l2" role="status" aria-label="Loading the card form" />}
      <Frame
        ref={card.frame}
        hidden={!stripe}
        data-focus={card.hasFocus || undefined}
        data-invalid={card.problem ? "" : undefined}
      />
      <Text id={`${id}-problem`} role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {card.problem}
      </Text>
    </chakra.div>
  );
}
