import { Button, type ButtonProps } from "@chakra-ui/react";
import FileDown from "lucide-react/icons/file-down";
import { type ReactNode, useState } from "react";
import { buildCertificateFileName } from "#shared/certificate/file.ts";
import { readCertificatePdf } from "#shared/contract/licenses.ts";
import type { License } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { saveFile } from "#web/ui/save-file.ts";

interface CertificateDownloadProps extends Pick<ButtonProps, "variant" | "size" | "colorPalette" | "px"> {
  readonly license: Pick<License, "orderId" | "licenseFingerprint">;
  readonly children: ReactNode;
}

/** Saves the certificate as a PDF. */
export function CertificateDownload({ license, children, ...look }: CertificateDownloadProps) {
  const { orderId, licenseFingerprint } = license;
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      const options = { errorMessage: "The certificate couldn't be downloaded" };
      const pdf = await send(readCertificatePdf, { params: { orderId } }, options);
      saveFile(buildCertificateFileName(licenseFingerprint, "pdf"), "application/pdf", pdf);
    } catch {
      // The API client shows the failure in a toast.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button {...look} loading={isBusy} onClick={() => void download()}>
      <FileDown aria-hidden />
      {children}
    </Button>
  );
}
