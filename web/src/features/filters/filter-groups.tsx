import { chakra } from "@chakra-ui/react";
import Check from "lucide-react/icons/check";
import { FILTERS, parseActiveFilters, withFilter } from "./filter-address.ts";

const Group = chakra("fieldset", { base: { border: "0", padding: "0", margin: "0", minWidth: "0" } });

const Legend = chakra("legend", { base: { fontWeight: "semibold", textStyle: "sm", marginBottom: "2", padding: "0" } });

const Values = chakra("div", { base: { display: "flex", flexWrap: "wrap", gap: "2" } });

const Value = chakra("label", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minHeight: "10",
    paddingX: "3.5",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border",
    textStyle: "sm",
    cursor: "button",
    _hover: { background: "bg.muted" },
    "&:has(input:checked)": { borderColor: "fg", background: "bg.emphasized", fontWeight: "semibold" },
    "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "2px" },
  },
});

const Swatch = chakra("span", {
  base: { width: "4", height: "4", borderRadius: "full", borderWidth: "1px", borderColor: "border", flexShrink: "0" },
});

interface FilterGroupsProps {
  readonly search: URLSearchParams;
  readonly onChange: (search: URLSearchParams) => void;
}

/** All filters of a list, applied immediately. */
export default function FilterGroups({ search, onChange }: FilterGroupsProps) {
  const active = parseActiveFilters(search);
  return FILTERS.map((filter) => (
    <Group key={filter.name}>
      <Legend>{filter.label}</Legend>
      <Values>
        {filter.values.map((value) => {
          const isOn = active.some((one) => one.filter === filter && one.value === value);
          return (
            <Value key={value.value}>
              <chakra.input
                type="checkbox"
                srOnly
                checked={isOn}
                onChange={() => onChange(withFilter(search, { filter, value }, !isOn))}
              />
              {value.swatch && <Swatch aria-hidden style={{ backgroundColor: value.swatch }} />}
              {value.label}
              {isOn && <Check size={16} aria-hidden />}
            </Value>
          );
        })}
      </Values>
    </Group>
  ));
}
