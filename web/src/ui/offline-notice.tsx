import { Box, chakra } from "@chakra-ui/react";
import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";
import { MESSAGES } from "#shared/messages.ts";

function watchNetwork(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** True while the browser has a network; always true on a server. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    watchNetwork,
    () => window.navigator.onLine,
    () => true,
  );

/**
 * A notice while the browser is offline, at the bottom so that it covers no heading; hidden by pages that report it
 * themselves. The live region is always rendered, for screen readers.
 */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <Box
      role="status"
      data-testid="offline"
      position="fixed"
      zIndex="toast"
      bottom={{ base: "20", md: "24" }}
      css={{
        "body:has([data-buy-bar], [data-pay-bar]) &": { bottom: { base: "40", lg: "24" } },
        "body:has([data-offline-page]) &": { display: "none" },
      }}
      insetX="0"
      px="4"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
    >
      {!isOnline && (
        <chakra.span
          display="inline-flex"
          alignItems="center"
          gap="2.5"
          px="5"
          py="2.5"
          borderRadius="full"
          borderWidth="1px"
          borderColor="border.emphasized"
          bg="bg.muted"
          boxShadow="md"
          textStyle="sm"
          fontWeight="medium"
        >
          <WifiOff size={18} aria-hidden />
          {MESSAGES.offline}
        </chakra.span>
      )}
    </Box>
  );
}
