import { Button, type ButtonProps } from "@chakra-ui/react";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { downloadOrder } from "#shared/contract/licenses.ts";
import type { OrderId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";

interface DownloadButtonProps
  extends Pick<ButtonProps, "variant" | "size" | "colorPalette" | "width" | "flex" | "autoFocus"> {
  readonly orderId: OrderId;
  /** Part of the button's accessible name. */
  readonly title: string;
}

/** Downloads the bought version with its licence embedded: the API client follows the response's `redirect`, valid for a minute. */
export function DownloadButton({ orderId, title, ...look }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      await send(downloadOrder, { params: { orderId } }, { errorMessage: "The download couldn't be started" });
    } catch {
      // The API client shows the failure in a toast.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button {...look} aria-label={`Download ${title}`} loading={isBusy} onClick={() => void download()}>
      <Download aria-hidden />
      Download
    </Button>
  );
}
