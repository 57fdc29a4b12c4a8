import { Button, type ButtonProps } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadOrder } from "#shared/contract/licenses.ts";
import type { OrderId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";

interface DownloadButtonProps extends Pick<ButtonProps, "variant" | "size" | "colorPalette" | "width" | "autoFocus"> {
  readonly orderId: OrderId;
  /** Named to those who don't see beside which picture the button stands. */
  readonly title: string;
}

/** Fetches the original as it was bought; the answer sends the browser to a link that lives for a minute. */
export function DownloadButton({ orderId, title, ...look }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      await send(downloadOrder, { params: { orderId } }, { otherwise: "The download didn't start" });
    } catch {
      // The call has said why in a toast.
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
