import "react-easy-crop/react-easy-crop.css";
import { Button, chakra, Dialog } from "@chakra-ui/react";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useState } from "react";
import Cropper from "react-easy-crop";
import { DISPLAY } from "#shared/display.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { largestZoom, type Square } from "./crop-picture.ts";

interface AvatarCropperProps {
  /** URL of the whole picture. */
  readonly url: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly onClose: () => void;
  readonly onCrop: (square: Square) => void;
}

const Stage = chakra("div", {
  base: {
    position: "relative",
    width: "full",
    maxHeight: "45svh",
    aspectRatio: DISPLAY.avatarRatio,
    borderRadius: "l2",
    overflow: "hidden",
    background: "black",
    "& [data-testid=cropper]": { focusVisibleRing: "inside" },
  },
});

const TRACK = { height: "1.5", borderRadius: "full", bg: "border.emphasized" } as const;
const THUMB = { appearance: "none", boxSize: "6", border: "none", borderRadius: "full", bg: "accent.solid" } as const;

/** A native slider in the theme's colours; each engine has names of its own for its parts. */
const Slider = chakra(
  "input",
  {
    base: {
      appearance: "none",
      flex: "1",
      minWidth: "0",
      height: "6",
      bg: "transparent",
      cursor: "button",
      borderRadius: "full",
      focusVisibleRing: "outside",
      _disabled: { layerStyle: "disabled" },
      "&::-webkit-slider-runnable-track": TRACK,
      "&::-moz-range-track": TRACK,
      // Centred on the track, of which only Firefox takes care itself.
      "&::-webkit-slider-thumb": { ...THUMB, marginTop: "-9px" },
      "&::-moz-range-thumb": THUMB,
    },
  },
  { defaultProps: { type: "range" } },
);

/** Chooses the square that becomes the avatar, by mouse, touch, wheel or keyboard. */
export default function AvatarCropper({ url, size, onClose, onCrop }: AvatarCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState<Square | null>(null);
  const most = largestZoom(size);
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Crop your picture</Dialog.Title>
      <Dialog.Description textStyle="sm">Move and zoom it. The circle is what others see.</Dialog.Description>
      <Stage>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={most}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          disableAutomaticStylesInjection
          cropperProps={{ "aria-label": "Part of the picture", role: "group" }}
          mediaProps={{ alt: "" }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_percent, pixels) => setSquare(pixels)}
        />
      </Stage>
      <chakra.div display="flex" alignItems="center" gap="3" color="fg.muted">
        <ZoomOut size={20} aria-hidden />
        <Slider
          aria-label="Zoom"
          min={1}
          max={most}
          step={0.01}
          value={zoom}
          disabled={most === 1}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
        <ZoomIn size={20} aria-hidden />
      </chakra.div>
      <DialogButtons>
        <Button disabled={!square} onClick={() => square && onCrop(square)}>
          Use picture
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
