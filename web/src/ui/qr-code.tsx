import { chakra } from "@chakra-ui/react";
import { encode } from "uqr";

/** The dark modules as one path, a unit each. */
const toPath = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

interface QrCodeProps {
  readonly value: string;
  /** Accessible name. */
  readonly label: string;
  /** Width and height, as CSS. */
  readonly side: string;
}

/** A QR code, black on white in every theme, with the quiet zone that readers need. */
export function QrCode({ value, label, side }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: "M", border: 4 });
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      shapeRendering="crispEdges"
      flexShrink="0"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={toPath(data)} fill="#000" />
    </chakra.svg>
  );
}
