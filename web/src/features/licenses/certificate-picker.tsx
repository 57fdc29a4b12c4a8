import { Button, chakra } from "@chakra-ui/react";
import FileCheck from "lucide-react/icons/file-check";
import { useRef, useState } from "react";
import { findCertificate } from "#shared/certificate/file.ts";
import { findProblem } from "#shared/certificate/proof.ts";
import { readCertificateKey } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { send } from "#web/api/send.ts";
import { Notice } from "#web/ui/notice.tsx";

/** The fingerprint of the certificate in a file, once its signature is proven; else the message that says why not. */
async function readFile(file: File): Promise<{ readonly fingerprint: string } | { readonly error: string }> {
  const isSmall = file.size <= LIMITS.certificateFile.maxBytes;
  const certificate = isSmall ? findCertificate(new Uint8Array(await file.arrayBuffer())) : undefined;
  if (!certificate) return { error: MESSAGES.certificateMissing };
  const { keys } = await send(readCertificateKey, {}, { errorMessage: "The signature wasn't checked" });
  try {
    const problem = await findProblem(certificate, keys);
    return problem ? { error: MESSAGES.certificateForged } : { fingerprint: certificate.licenseFingerprint };
  } catch {
    return { error: MESSAGES.certificateUncheckable };
  }
}

const Zone = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4",
    padding: "4",
    borderRadius: "l3",
    borderWidth: "2px",
    borderStyle: "dashed",
    borderColor: "border.emphasized",
    "&[data-over=true]": { borderColor: "accent.solid", background: "accent.subtle" },
  },
});

interface CertificatePickerProps {
  /** Takes the fingerprint of a genuine certificate; `null` as soon as another file is read. */
  readonly onRead: (fingerprint: string | null) => void;
}

/** Takes a certificate's file, chosen or dropped. The file stays in the browser. */
export function CertificatePicker({ onRead }: CertificatePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<string>();

  async function pick(file: File | undefined) {
    if (!file) return;
    setError(undefined);
    onRead(null);
    try {
      const read = await readFile(file);
      if ("error" in read) setError(read.error);
      else onRead(read.fingerprint);
    } catch {
      // The API client shows the failure in a toast.
    }
  }

  return (
    <chakra.div display="grid" gap="3" marginBottom="6">
      <Zone
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void pick(event.dataTransfer.files[0]);
        }}
      >
        <Button variant="outline" colorPalette="neutral" onClick={() => input.current?.click()}>
          <FileCheck aria-hidden />
          Choose a certificate
        </Button>
        <chakra.p flex="1 1 14rem" textStyle="sm" color="fg.muted">
          PDF or JSON. <chakra.span hideBelow="md">Or drop it here. </chakra.span>The file stays on your device: its
          signature is checked here.
        </chakra.p>
        <input
          ref={input}
          type="file"
          hidden
          data-testid="certificate"
          accept=".pdf,.json,application/pdf,application/json"
          onChange={({ currentTarget }) => {
            const [file] = Array.from(currentTarget.files ?? []);
            currentTarget.value = "";
            void pick(file);
          }}
        />
      </Zone>
      {error && <Notice kind="error">{error}</Notice>}
    </chakra.div>
  );
}
