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
import type { ComparedPicture } from "./read-picture.ts";

/** Answer of a file: the fingerprint of a licence, and by what, or the works that a picture looks like. */
export type FileReading = { readonly fingerprint: string; readonly by: "signature" | "metadata" } | ComparedPicture;

async function readFile(file: File): Promise<FileReading | { readonly error: string }> {
  if (!file.type.startsWith("image/")) return readCertificate(file);
  const { readPicture } = await import("./read-picture.ts");
  const read = await readPicture(file);
  return "fingerprint" in read ? { ...read, by: "metadata" } : read;
}

/** The fingerprint of the certificate in a file, once its signature is proven; else the message that says why not. */
async function readCertificate(file: File): Promise<FileReading | { readonly error: string }> {
  const isSmall = file.size <= LIMITS.certificateFile.maxBytes;
  const certificate = isSmall ? findCertificate(new Uint8Array(await file.arrayBuffer())) : undefined;
  if (!certificate) return { error: MESSAGES.certificateMissing };
  const { keys } = await send(readCertificateKey, {}, { errorMessage: "The signature wasn't checked" });
  try {
    const problem = await findProblem(certificate, keys);
    return problem
      ? { error: MESSAGES.certificateForged }
      : { fingerprint: certificate.licenseFingerprint, by: "signature" };
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
  /** Takes the answer of a file; `null` as soon as another one is read. */
  readonly onRead: (reading: FileReading | null) => void;
}

/** Takes a certificate or a picture, chosen or dropped. The file stays in the browser. */
export function CertificatePicker({ onRead }: CertificatePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string>();

  async function pick(file: File | undefined) {
    if (!file) return;
    setError(undefined);
    onRead(null);
    setReading(true);
    try {
      const read = await readFile(file);
      if ("error" in read) setError(read.error);
      else onRead(read);
    } catch {
      // The API client shows the failure in a toast.
    } finally {
      setReading(false);
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
        <Button variant="outline" colorPalette="neutral" loading={isReading} onClick={() => input.current?.click()}>
          <FileCheck aria-hidden />
          Choose a file
        </Button>
        <chakra.p flex="1 1 14rem" textStyle="sm" color="fg.muted">
          A certificate or a picture. <chakra.span hideBelow="md">Or drop it here. </chakra.span>The file stays on your
          device: only a fingerprint, or a short code for how the picture looks, is sent.
        </chakra.p>
        <input
          ref={input}
          type="file"
          hidden
          data-testid="certificate"
          accept=".pdf,.json,application/pdf,application/json,image/*"
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
