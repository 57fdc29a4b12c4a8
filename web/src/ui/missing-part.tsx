import { Button, Flex, IconButton } from "@chakra-ui/react";
import RotateCw from "lucide-react/icons/rotate-cw";
import { MESSAGES } from "#shared/messages.ts";
import { Notice } from "./notice.tsx";
import { useIsOnline } from "./offline-notice.tsx";
import { toast } from "./toaster.tsx";

const RELOAD = "Reload";

const reload = () => window.location.reload();

/** Says it where nothing stands in the part's place; without a network, a reload would lose the page too. */
export function notifyMissing() {
  toast.error(MESSAGES.partMissing, navigator.onLine ? { label: RELOAD, run: reload } : undefined);
}

/** Stands where a part is missing. */
export function MissingNotice() {
  const isOnline = useIsOnline();
  return (
    <Notice kind="error">
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        {MESSAGES.partMissing}
        <Button size="sm" variant="outline" colorPalette="neutral" disabled={!isOnline} onClick={reload}>
          {RELOAD}
        </Button>
      </Flex>
    </Notice>
  );
}

/** The same where there is room for a button only. */
export function MissingButton() {
  const isOnline = useIsOnline();
  const label = `${MESSAGES.partMissing}: ${RELOAD.toLowerCase()}`;
  return (
    <IconButton
      variant="ghost"
      colorPalette="neutral"
      boxSize="11"
      color="fg.error"
      aria-label={label}
      title={label}
      disabled={!isOnline}
      onClick={reload}
    >
      <RotateCw aria-hidden />
    </IconButton>
  );
}
