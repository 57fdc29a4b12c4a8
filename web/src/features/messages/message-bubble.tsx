import { Box, chakra, Flex } from "@chakra-ui/react";
import Tag from "lucide-react/icons/tag";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import type { MessageKind } from "#shared/model/message.ts";
import type { Offer } from "#shared/model/offer.ts";
import { OfferCard } from "#web/features/offers/offer-card.tsx";

const TITLES: Readonly<Record<MessageKind, { readonly name: string; readonly Icon: typeof Undo2 } | null>> = {
  text: null,
  refundAsked: { name: "Refund requested", Icon: Undo2 },
  refundDeclined: { name: "Refund declined", Icon: Undo2 },
  request: { name: "Price request", Icon: Tag },
  // Its card has a title.
  offer: null,
};

interface MessageBubbleProps {
  readonly kind: MessageKind;
  readonly content: string;
  /** The offer that it shows in the place of its text. */
  readonly offer?: Offer | undefined;
  readonly own: boolean;
  /** Author for screen readers. */
  readonly author: string;
  readonly id?: string;
  /** Time and actions below the text. */
  readonly children: ReactNode;
}

/** One message; the user's own are on the right. Links in the text aren't clickable, for safety. */
export function MessageBubble({ kind, content, offer, own, author, id, children }: MessageBubbleProps) {
  const title = TITLES[kind];
  return (
    <chakra.li
      id={id}
      display="flex"
      flexDirection="column"
      alignItems={own ? "flex-end" : "flex-start"}
      scrollMarginTop="4"
    >
      <Box
        maxW={{ base: "88%", md: "34rem" }}
        px="4"
        py="2.5"
        borderRadius="l3"
        borderEndEndRadius={own ? "l1" : undefined}
        borderEndStartRadius={own ? undefined : "l1"}
        bg={own ? "accent.muted" : "bg.muted"}
        borderWidth={title || offer ? "1px" : "0"}
        borderColor="accent.border"
      >
        <chakra.span srOnly>{own ? "You: " : `${author}: `}</chakra.span>
        {title && (
          <Flex align="center" gap="2" mb="1" textStyle="sm" fontWeight="semibold">
            <title.Icon size={16} aria-hidden />
            {title.name}
          </Flex>
        )}
        {offer ? (
          <OfferCard offer={offer} />
        ) : (
          <chakra.p dir="auto" whiteSpace="pre-line" overflowWrap="anywhere">
            {content}
          </chakra.p>
        )}
      </Box>
      <Flex align="center" minH="7" px="1" columnGap="1" textStyle="xs" color="fg.muted">
        {children}
      </Flex>
    </chakra.li>
  );
}
