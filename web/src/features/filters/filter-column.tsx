import { chakra } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

const FilterGroups = lazyPart(() => import("./filter-groups.tsx"));

/** The filters beside a list, on wide screens. */
export function FilterColumn() {
  const [search, setSearch] = useSearchParams();
  const isHydrated = useIsHydrated();
  return (
    <chakra.aside
      aria-label="Filters"
      hideBelow="lg"
      display="grid"
      gap="6"
      alignContent="start"
      position="sticky"
      top="20"
      maxHeight="calc(100dvh - 6rem)"
      overflowY="auto"
      overscrollBehavior="contain"
      // Room for focus rings.
      padding="1"
      margin="-1"
    >
      {isHydrated && (
        <FilterGroups search={search} onChange={(next) => setSearch(next, { preventScrollReset: true })} />
      )}
    </chakra.aside>
  );
}
