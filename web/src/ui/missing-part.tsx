import { Button, Flex, IconButton } from "@chakra-ui/react";
import RotateCw from "lucide-react/icons/rotate-cw";
import { MESSAGES } from "#shared/messages.ts";
import { Notice } from "./notice.tsx";
import { useIsOnline } from "./offline-notice.tsx";
import { toast } from "./toaster.tsx";

const RELOAD = "Reload";

const reload = () => window.location.reload();

/** Toast for a missing part without a place; offers a reload only online, as offline it would lose the page. */
export function notifyMissing() {
  toast.error(MESSAGES.partMissing, navigator.onLine ? { label: RELOAD, run: reload } : undefined);
}

interface PartNoticeProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function PartNotice({ label, ...button }: PartNoticeProps) {
  return (
    <Notice kind="error">
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        {MESSAGES.partMissing}
        <Button size="sm" variant="outline" colorPalette="neutral" {...button}>
          {label}
        </Button>
      </Flex>
    </Notice>
  );
}

/** Shown in place of a part whose script is missing. */
export function MissingNotice() {
  return <PartNotice label={RELOAD} disabled={!useIsOnline()} onClick={reload} />;
}

/** Shown in place of a part that failed. */
export function FailedNotice({ onRetry }: { readonly onRetry: () => void }) {
  return <PartNotice label="Try again" onClick={onRetry} />;
}

/** Shown in place of a missing button. */
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
