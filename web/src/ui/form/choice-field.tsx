import { chakra, SimpleGrid, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { useFieldError } from "./labelled-field.tsx";

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Explanation below the label. */
  readonly text?: string;
  readonly disabled?: boolean;
}

interface ChoiceFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Choice[];
  readonly hint?: string;
  readonly disabled?: boolean;
  /** Puts short choices beside each other on phones too. */
  readonly isCompact?: boolean;
}

const card = {
  position: "relative",
  display: "block",
  px: "4",
  py: "3",
  borderRadius: "l2",
  borderWidth: "1px",
  borderColor: "border.emphasized",
  bg: "bg.subtle",
  cursor: "button",
  transition: "border-color 120ms, background 120ms",
  _hover: { borderColor: "fg.subtle" },
  "&:has(input:checked)": { borderColor: "accent.solid", bg: "accent.subtle" },
  "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "2px" },
  "&:has(input:disabled)": { layerStyle: "disabled" },
} as const;

const compactCard = { px: "3", py: "2.5", textStyle: "sm" } as const;

/** Native radio buttons styled as cards, so that arrow keys and screen readers work as usual. */
export function ChoiceField({ name, label, options, hint, disabled, isCompact }: ChoiceFieldProps) {
  const { register } = useFormContext();
  const error = useFieldError(name);
  const id = useId();
  return (
    <chakra.fieldset width="full" aria-describedby={error || hint ? id : undefined} disabled={disabled}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1.5">
        {label}
      </chakra.legend>
      <SimpleGrid columns={{ base: isCompact ? options.length : 1, sm: Math.min(options.length, 3) }} gap="2.5">
        {options.map(({ value, label: optionLabel, text, disabled: isDisabled }) => (
          <chakra.label key={value} css={isCompact ? { ...card, ...compactCard } : card}>
            <chakra.input
              type="radio"
              value={value}
              disabled={isDisabled}
              {...register(name)}
              position="absolute"
              opacity="0"
              inset="0"
              cursor="inherit"
            />
            <Text as="span" display="block" fontWeight="semibold" overflowWrap="anywhere">
              {optionLabel}
            </Text>
            {text && (
              <Text as="span" display="block" textStyle="sm" color="fg.muted">
                {text}
              </Text>
            )}
          </chakra.label>
        ))}
      </SimpleGrid>
      {(error || hint) && (
        <Text id={id} mt="1.5" textStyle="sm" color={error ? "fg.error" : "fg.muted"} aria-live="polite">
          {error ?? hint}
        </Text>
      )}
    </chakra.fieldset>
  );
}
