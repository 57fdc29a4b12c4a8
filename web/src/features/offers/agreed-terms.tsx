import { Box, chakra } from "@chakra-ui/react";
import Gem from "lucide-react/icons/gem";

interface AgreedTermsProps {
  /** The artist's own words; empty without any. */
  readonly terms: string;
  readonly exclusive: boolean;
}

/** Additions of an offer to the standard license: exclusivity, and the artist's own words, without clickable links. */
export function AgreedTerms({ terms, exclusive }: AgreedTermsProps) {
  if (!terms && !exclusive) return null;
  return (
    <Box display="grid" gap="2" textStyle="sm">
      {exclusive && (
        <chakra.p display="flex" gap="2" fontWeight="semibold">
          <chakra.span flexShrink="0" marginTop="0.5" aria-hidden>
            <Gem size={16} />
          </chakra.span>
          <span>Exclusive: nobody else can get a license afterwards</span>
        </chakra.p>
      )}
      {terms && (
        <chakra.blockquote
          dir="auto"
          whiteSpace="pre-line"
          overflowWrap="anywhere"
          paddingInlineStart="3"
          borderInlineStartWidth="2px"
          borderColor="accent.border"
        >
          {terms}
        </chakra.blockquote>
      )}
    </Box>
  );
}
