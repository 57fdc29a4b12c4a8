import { chakra, IconButton } from "@chakra-ui/react";
import Copy from "lucide-react/icons/copy";
import { toast } from "./toaster.tsx";

interface CopyValueProps {
  readonly value: string;
  /** Name of the value, e.g. "Fingerprint". */
  readonly label: string;
}

/** A value with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`${label} copied`);
    } catch {
      toast.error("Copying isn't allowed here. Select the text instead");
    }
  }
  return (
    <chakra.span display="flex" alignItems="center" gap="2">
      <chakra.code fontFamily="mono" textStyle="sm" overflowWrap="anywhere" minWidth="0" userSelect="all">
        {value}
      </chakra.code>
      <IconButton
        size="sm"
        variant="ghost"
        colorPalette="neutral"
        px="0"
        aria-label={`Copy ${label.toLowerCase()}`}
        onClick={() => void copy()}
      >
        <Copy aria-hidden />
      </IconButton>
    </chakra.span>
  );
}
