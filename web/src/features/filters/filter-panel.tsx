import { Button, chakra, Dialog } from "@chakra-ui/react";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { parseActiveFilters, withoutFilters } from "./filter-address.ts";
import FilterGroups from "./filter-groups.tsx";

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
    <ModalDialog onClose={onClose} window={{ maxWidth: "40rem", maxHeight: "calc(100dvh - 2rem)", overflowY: "auto" }}>
      <Dialog.Title>Filters</Dialog.Title>
      <FilterGroups search={search} onChange={onChange} />
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
    </ModalDialog>
  );
}
