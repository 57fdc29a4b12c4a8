import { chakra } from "@chakra-ui/react";
import { useId, useState } from "react";
import { countLabel } from "#web/ui/labels.ts";
import { STARS, Star } from "./stars.tsx";

interface StarChoiceProps {
  readonly label: string;
  /** Null while nothing is chosen. */
  readonly value: number | null;
  readonly onChange: (value: number) => void;
  readonly disabled?: boolean;
}

const Choice = chakra("label", {
  base: {
    position: "relative",
    display: "grid",
    placeItems: "center",
    height: "11",
    flex: "0 1 2.75rem",
    minWidth: "0",
    borderRadius: "l1",
    color: "ochre.fg",
    cursor: "button",
    "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "ochre.focusRing", outlineOffset: "-2px" },
    "&:has(input:disabled)": { layerStyle: "disabled" },
  },
});

/** One to five stars: native radio buttons under the stars, so arrow keys and screen readers work as everywhere. */
export function StarChoice({ label, value, onChange, disabled = false }: StarChoiceProps) {
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const name = useId();
  const shown = pointedAt ?? value ?? 0;
  return (
    <chakra.fieldset minW="0" disabled={disabled}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
        {label}
      </chakra.legend>
      <chakra.div display="flex" ms="-2.5" onPointerLeave={() => setPointedAt(null)}>
        {STARS.map((star) => (
          <Choice
            key={star}
            // A touch would keep the star highlighted after the press.
            onPointerEnter={({ pointerType }) => pointerType === "mouse" && !disabled && setPointedAt(star)}
          >
            <chakra.input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={countLabel(star, "star")}
              position="absolute"
              inset="0"
              opacity="0"
              cursor="inherit"
            />
            <Star size={28} filled={star <= shown ? 1 : 0} />
          </Choice>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
