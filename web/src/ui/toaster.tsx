import { Box, Button, chakra } from "@chakra-ui/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useSyncExternalStore } from "react";
import { createToasts, type ToastAction } from "./toasts.ts";

/** Shows one toast at a time for `DISPLAY.toastMs`: `toast.success(text)`, `toast.error(text)`. */
export const toast = createToasts();

const nothing = () => null;

/** A toast's button. Clicking it removes the toast. The toast's timer stops while it is hovered or focused, and restarts afterwards. */
function Action({ action: { label, run } }: { readonly action: ToastAction }) {
  return (
    <Button
      size="sm"
      variant="outline"
      colorPalette="neutral"
      onMouseEnter={toast.hold}
      onMouseLeave={toast.resume}
      onFocus={toast.hold}
      onBlur={toast.resume}
      onClick={() => {
        toast.clear();
        run();
      }}
    >
      {label}
    </Button>
  );
}

/** Always rendered, because screen readers announce only changes of an existing live region. */
export function Toaster() {
  const current = useSyncExternalStore(toast.subscribe, toast.current, nothing);
  return (
    <Box
      aria-live="polite"
      role="status"
      data-testid="toaster"
      position="fixed"
      zIndex="toast"
      insetX="0"
      bottom={{ base: "4", md: "8" }}
      css={{ "body:has([data-buy-bar]) &": { bottom: { base: "24", lg: "8" } } }}
      px="4"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
    >
      {current && (
        <chakra.div
          key={current.id}
          data-kind={current.kind}
          display="flex"
          alignItems="center"
          gap="3"
          maxW="30rem"
          px="5"
          py="3.5"
          borderRadius="l3"
          borderWidth="1px"
          borderColor={current.kind === "error" ? "red.border" : "border.emphasized"}
          bg={current.kind === "error" ? "bg.error" : "bg.muted"}
          color={current.kind === "error" ? "fg.error" : "fg"}
          boxShadow="lg"
          fontWeight="medium"
          textStyle="sm"
          pointerEvents="auto"
          animation="rise 180ms ease-out"
          css={{ "& svg": { flexShrink: 0 } }}
        >
          {current.kind === "error" ? <CircleAlert size={20} aria-hidden /> : <CircleCheck size={20} aria-hidden />}
          {current.text}
          {current.action && <Action action={current.action} />}
        </chakra.div>
      )}
    </Box>
  );
}
