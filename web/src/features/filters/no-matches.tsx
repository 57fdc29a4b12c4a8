import { Button } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { parseActiveFilters, withFilter } from "./filter-address.ts";

/** Replaces a list without matches; offers to remove the last filter. */
export function NoMatches() {
  const [search, setSearch] = useSearchParams();
  const last = parseActiveFilters(search).at(-1);
  return (
    <EmptyState
      title="No artwork matches all filters"
      text="Remove a filter to see more."
      action={
        last && (
          <Button onClick={() => setSearch(withFilter(search, last, false), { preventScrollReset: true })}>
            {`Remove “${last.value.label}”`}
          </Button>
        )
      }
    />
  );
}
