import { chakra } from "@chakra-ui/react";
import { encode } from "uqr";
import { APP_NAME } from "#shared/brand.ts";

/** The dark modules as one path, a unit each. */
const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** The address as a QR code, black on white in every theme, with the quiet zone that readers need. */
export function AddressCode({ address }: { readonly address: string }) {
  const { data, size } = encode(address, { ecc: "M", border: 4 });
  return (
    <chakra.svg
      role="img"
      aria-label="QR code of the address that verifies this license"
      viewBox={`0 0 ${size} ${size}`}
      width="8rem"
      height="8rem"
      shapeRendering="crispEdges"
      flexShrink="0"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </chakra.svg>
  );
}

/** A seal with the beginning of the fingerprint. Decorative: the whole of it is printed as text. */
export function Seal({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <chakra.svg viewBox="0 0 120 120" width="7rem" height="7rem" flexShrink="0" color="ochre.700" aria-hidden>
      <g fill="none" stroke="currentColor">
        <circle cx="60" cy="60" r="54" strokeWidth="6" strokeDasharray="5 3.480" />
        <circle cx="60" cy="60" r="46" strokeWidth="1.500" />
        <circle cx="60" cy="60" r="42" strokeWidth="0.750" />
      </g>
      <g fill="currentColor" textAnchor="middle">
        <chakra.text x="60" y="58" fontFamily="heading" fontWeight="black" fontSize="20px">
          {APP_NAME}
        </chakra.text>
        <chakra.text x="60" y="76" fontFamily="mono" fontSize="10px">
          {fingerprint.slice(0, 8)}
        </chakra.text>
      </g>
    </chakra.svg>
  );
}
