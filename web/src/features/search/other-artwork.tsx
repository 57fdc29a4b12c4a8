import { Box } from "@chakra-ui/react";
import { TrendingStrip } from "#web/features/artwork/trending-strip.tsx";
import { SearchBox } from "./search-box.tsx";

/** For visitors of an artwork that is gone: a search box and popular artwork. */
export default function OtherArtwork() {
  return (
    <Box maxW="large" mx="auto" px={{ base: "4", md: "8", "2xl": "12" }} pb="16" display="grid" gap="10">
      <Box mx="auto" width="full" maxW="36rem">
        <SearchBox />
      </Box>
      <TrendingStrip />
    </Box>
  );
}
