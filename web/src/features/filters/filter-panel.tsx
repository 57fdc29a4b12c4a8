import { Button, chakra, Dialog, Portal } from "@chakra-ui/react";
import Check from "lucide-react/icons/check";
import { DialogRoot } from "#web/ui/dialog-root.tsx";
import { FILTERS, parseActiveFilters, withFilter, withoutFilters } from "./filter-address.ts";

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

interface FilterPanelProps {
  readonly search: URLSearchParams;
  readonly onChange: (search: URLSearchParams) => void;
  readonly onClose: () => void;
  /** Number of results in words; undefined without active filters. */
  readonly result: string | undefined;
}

/** All filters of a list, applied immediately: a bottom sheet on phones, a centred dialog on wider screens. */
export default function FilterPanel({ search, onChange, onClose, result }: FilterPanelProps) {
  const active = parseActiveFilters(search);
  return (
    <DialogRoot onClose={onClose}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxWidth="40rem" maxHeight="calc(100dvh - 2rem)" overflowY="auto">
            <Dialog.Title>Filters</Dialog.Title>
            {FILTERS.map((filter) => (
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
            ))}
            <chakra.div display="flex" flexWrap="wrap" gap="3" justifyContent="flex-end" marginTop="2">
              <Button
                variant="outline"
                colorPalette="neutral"
                disabled={active.length === 0}
                onClick={() => onChange(withoutFilters(search))}
              >
                Clear all
              </Button>
              <Button onClick={onClose}>{result ? `Show ${result.toLowerCase()}` : "Done"}</Button>
            </chakra.div>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </DialogRoot>
  );
}
