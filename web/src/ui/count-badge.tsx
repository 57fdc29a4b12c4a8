import { Box } from "@chakra-ui/react";

/** The badge has room for two digits. */
export const formatBadgeCount = (count: number) => (count > 99 ? "99+" : String(count));

/** The number of unread things at a button's corner, for the eye; the button's name says it too. Nothing at zero. */
export function CountBadge({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Box
      aria-hidden
      position="absolute"
      top="1"
      insetEnd="0.5"
      minW="1.125rem"
      h="1.125rem"
      px="1"
      display="grid"
      placeItems="center"
      borderRadius="full"
      bg="accent.solid"
      color="accent.contrast"
      boxShadow="0 0 0 2px {colors.bg}"
      fontSize="0.6875rem"
      fontWeight="bold"
      lineHeight="none"
      fontVariantNumeric="tabular-nums"
    >
      {formatBadgeCount(count)}
    </Box>
  );
}
