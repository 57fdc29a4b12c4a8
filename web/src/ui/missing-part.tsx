import { Button, Flex, IconButton } from "@chakra-ui/react";
import RotateCw from "lucide-react/icons/rotate-cw";
import { MESSAGES } from "#shared/messages.ts";
import { Notice } from "./notice.tsx";
import { useIsOnline } from "./offline-notice.tsx";
import { toast } from "./toaster.tsx";

const RELOAD = "Reload";

export const reload = () => window.location.reload();

/** Toast for a missing part without a place; offers a reload only online, as offline it would lose the page. */
export function notifyMissing() {
  toast.error(MESSAGES.partMissing, navigator.onLine ? { label: RELOAD, run: reload } : undefined);
}

export interface RetryProps {
  readonly onRetry: () => void;
}

const RETRY = "Try again";

/** Shown in place of a part that failed. Trying again may reload the page, which offline would lose it. */
export function FailedNotice({ onRetry }: RetryProps) {
  return (
    <Notice kind="error">
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        {MESSAGES.partMissing}
        <Button size="sm" variant="outline" colorPalette="neutral" disabled={!useIsOnline()} onClick={onRetry}>
          {RETRY}
        </Button>
      </Flex>
    </Notice>
  );
}

/** Shown in place of a missing button. */
export function MissingButton({ onRetry }: RetryProps) {
  const isOnline = useIsOnline();
  const label = `${MESSAGES.partMissing}: ${RETRY.toLowerCase()}`;
  return (
    <IconButton
      variant="ghost"
      colorPalette="neutral"
      boxSize="11"
      color="fg.error"
      aria-label={label}
      title={label}
      disabled={!isOnline}
      onClick={onRetry}
    >
      <RotateCw aria-hidden />
    </IconButton>
  );
}
