import { chakra } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";

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
