import { chakra } from "@chakra-ui/react";
import ImageUp from "lucide-react/icons/image-up";
import { type DragEvent, useState } from "react";
import { MESSAGES } from "#shared/messages.ts";
import { toast } from "#web/ui/toaster.tsx";

/** Accepts a dropped or chosen picture and opens the page of similar ones. */
export function usePictureSearch(goTo: (path: string) => void) {
  const [isOver, setOver] = useState(false);

  async function searchBy(file: File) {
    try {
      const { buildSimilarPath } = await import("./look-address.ts");
      goTo(await buildSimilarPath(file));
    } catch {
      toast.error(MESSAGES.fileDamaged);
    }
  }

  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    searchBy,
    zone: {
      "data-over": isOver || undefined,
      onDragOver(event: DragEvent) {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) void searchBy(file);
      },
    },
  };
}

interface PictureButtonProps {
  readonly className?: string;
  readonly onChoose: (file: File) => void;
}

/** Creates its file input on demand, so that a form's input is the only one on its page. */
function chooseFile(onChoose: (file: File) => void) {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: "image/*" });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) onChoose(file);
  });
  input.click();
}

interface PictureButtonProps {
  readonly className?: string;
  readonly onChoose: (file: File) => void;
}

/** Opens a file dialog; the file isn't uploaded. */
export const PictureButton = chakra(({ className, onChoose }: PictureButtonProps) => (
  <button
    type="button"
    className={className}
    aria-label="Search by picture"
    title="Search by picture: it stays on your device"
    onClick={() => chooseFile(onChoose)}
  >
    <ImageUp size={18} aria-hidden />
  </button>
));
