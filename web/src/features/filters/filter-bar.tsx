import { Button, chakra } from "@chakra-ui/react";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { type ActiveFilter, parseActiveFilters, withFilter, withoutFilters } from "./filter-address.ts";

const FilterPanel = lazyPart(() => import("./filter-panel.tsx"));

const Bar = chakra("div", { base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" } });

const Chip = chakra("button", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minHeight: "9",
    paddingX: "3.5",
    borderRadius: "full",
    background: "bg.muted",
    textStyle: "sm",
    cursor: "button",
    _hover: { background: "bg.emphasized" },
    focusVisibleRing: "outside",
  },
});

/** Number of results of a filtered list. */
interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

const totalLabel = ({ count, isExact }: Total) =>
  isExact ? countLabel(count, "work") : `${count.toLocaleString("en")}+ works`;

/** The total in a list's first page, if any. */
export const findTotal = (page: unknown): Total | undefined => (page as { readonly total?: Total } | undefined)?.total;

/** Stays in reach on screens without room for filters beside the list. */
const IN_REACH = {
  hideFrom: "lg",
  position: "fixed",
  bottom: "calc({spacing.4} + env(safe-area-inset-bottom))",
  insetEnd: "4",
  zIndex: "header",
  background: "bg",
  boxShadow: "lg",
} as const;

interface FilterBarProps {
  readonly total: Total | undefined;
  /** True if `FilterColumn` shows the filters on wide screens. */
  readonly isBesideColumn?: boolean;
}

/** Opens a list's filters and shows the active ones, which are kept in the URL. */
export function FilterBar({ total, isBesideColumn = false }: FilterBarProps) {
  const [search, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const active = parseActiveFilters(search);
  const go = (next: URLSearchParams) => setSearch(next, { preventScrollReset: true });

  function remove(one: ActiveFilter) {
    go(withFilter(search, one, false));
    // The focused chip unmounts.
    button.current?.focus();
  }

  function clear() {
    go(withoutFilters(search));
    button.current?.focus();
  }

  return (
    <Bar>
      <Button
        ref={button}
        variant="outline"
        colorPalette="neutral"
        size="sm"
        minHeight="10"
        aria-haspopup="dialog"
        {...(isBesideColumn ? IN_REACH : {})}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        Filters
      </Button>
      {active.map((one) => (
        <Chip
          key={`${one.filter.name} ${one.value.value}`}
          type="button"
          aria-label={`Remove filter ${one.value.label}`}
          onClick={() => remove(one)}
        >
          {one.value.label}
          <X size={14} aria-hidden />
        </Chip>
      ))}
      {active.length > 1 && (
        <Chip type="button" background="transparent" color="fg.muted" onClick={clear}>
          Clear all
        </Chip>
      )}
      <chakra.span role="status" textStyle="sm" color="fg.muted" _empty={{ marginStart: "-2" }}>
        {active.length > 0 && total && totalLabel(total)}
      </chakra.span>
      {isOpen && (
        <FilterPanel search={search} onChange={go} onClose={() => setOpen(false)} result={total && totalLabel(total)} />
      )}
    </Bar>
  );
}
