import { chakra, Input } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { LIMITS } from "#shared/limits.ts";
import { OWN_ARTWORK_SORTS } from "#shared/model/artwork.ts";
import { Select } from "#web/ui/form/select.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";

export type OwnSort = (typeof OWN_ARTWORK_SORTS)[number];

const LABELS: Readonly<Record<OwnSort, string>> = {
  newest: "Newest first",
  title: "Title",
  price: "Highest price",
  sales: "Most sales",
  views: "Most views",
};

const DEBOUNCE_MS = 250;

/** Words and order of the list in the page's URL. */
export function useOwnArtworkQuery() {
  const [params] = useSearchParams();
  const sort = OWN_ARTWORK_SORTS.find((one) => one === params.get("sort")) ?? "newest";
  return { sort, q: params.get("q")?.trim().slice(0, LIMITS.searchQuery.max) ?? "" };
}

/** Searches and sorts the list. */
export function OwnArtworkTools() {
  const { sort, q } = useOwnArtworkQuery();
  const [, setParams] = useSearchParams();
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed.trim(), DEBOUNCE_MS);

  function set(name: "q" | "sort", value: string) {
    const change = (params: URLSearchParams) => {
      if (value) params.set(name, value);
      else params.delete(name);
      return params;
    };
    setParams(change, { replace: true, preventScrollReset: true });
  }

  // Only what is typed changes the URL: Back changes `q` alone.
  const latest = useRef(set);
  latest.current = set;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) latest.current("q", settled);
    isFirst.current = false;
  }, [settled]);

  return (
    <chakra.div display="flex" flexWrap="wrap" gap="3">
      <Input
        type="search"
        flex="1 1 12rem"
        width="auto"
        maxWidth="24rem"
        aria-label="Search my artwork"
        placeholder="Search my artwork"
        maxLength={LIMITS.searchQuery.max}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        root={{ width: "auto", flex: "0 1 auto" }}
        aria-label="Sort by"
        value={sort}
        onChange={({ target: { value } }) => set("sort", value === "newest" ? "" : value)}
      >
        {OWN_ARTWORK_SORTS.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]}
          </option>
        ))}
      </Select>
    </chakra.div>
  );
}
