import { Button, chakra } from "@chakra-ui/react";
import FileCheck from "lucide-react/icons/file-check";
import { useRef, useState } from "react";

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
  readonly isReading: boolean;
  readonly onPick: (file: File) => void;
}

/** Accepts a certificate or a picture by file dialog or drop. */
export function CertificatePicker({ isReading, onPick }: CertificatePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function pick(file: File | undefined) {
    if (file) onPick(file);
  }

  return (
    <Zone
      marginBottom="6"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        pick(event.dataTransfer.files[0]);
      }}
    >
      <Button variant="outline" colorPalette="neutral" loading={isReading} onClick={() => input.current?.click()}>
        <FileCheck aria-hidden />
        Choose a file
      </Button>
      <chakra.p flex="1 1 14rem" textStyle="sm" color="fg.muted">
        Choose<chakra.span hideBelow="md"> or drop</chakra.span> a certificate or a picture. The file stays on your
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
          pick(file);
        }}
      />
    </Zone>
  );
}
