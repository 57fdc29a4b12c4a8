import { chakra } from "@chakra-ui/react";
import { type ReactNode, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { DISPLAY } from "#shared/display.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

const WIDE = `(min-width: ${DISPLAY.mobileTable}px)` as const;
const WHERE_WIDE = `@media ${WIDE}` as const;
const WHERE_NARROW = `@media not all and ${WIDE}` as const;

const watchWidth = (onChange: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};

/** True if the window is wide enough for a table instead of cards. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );

interface Row {
  /** Required where names repeat. */
  readonly id?: string;
  readonly name: string;
  /** One cell for each column but the first. */
  readonly cells: readonly ReactNode[];
}

interface ResponsiveTableProps {
  readonly caption: string;
  /** The first one is the header of the rows' names. */
  readonly columns: readonly [string, ...string[]];
  readonly rows: readonly Row[];
}

const Table = chakra("table", {
  base: {
    width: "full",
    borderCollapse: "collapse",
    textStyle: "sm",
    fontVariantNumeric: "tabular-nums",
    "& th, & td": { textAlign: "start", verticalAlign: "top", paddingY: "3", paddingInlineEnd: "5" },
    "& thead th": { color: "fg", fontWeight: "semibold" },
    "& tbody th": { color: "fg", fontWeight: "medium" },
    "& tbody tr": { borderTopWidth: "1px", borderColor: "border.muted" },
    [WHERE_NARROW]: { display: "none" },
  },
});

const CardList = chakra("ul", {
  base: {
    paddingInlineStart: "0",
    display: "grid",
    gridTemplateColumns: { md: "1fr 1fr" },
    gap: "3",
    listStyle: "none",
    [WHERE_WIDE]: { display: "none" },
  },
});

const Card = chakra("li", {
  base: {
    padding: "4",
    borderRadius: "l3",
    borderWidth: "1px",
    borderColor: "border.muted",
    background: "bg.subtle",
    textStyle: "sm",
    "& dl": { display: "grid", gridTemplateColumns: "fit-content(50%) minmax(0, 1fr)", columnGap: "4", rowGap: "1" },
    "& dd": { color: "fg" },
  },
});

function Rows({ caption, columns, rows }: ResponsiveTableProps) {
  const [first, ...others] = columns;
  return (
    <Table>
      <caption>
        <chakra.span srOnly>{caption}</chakra.span>
      </caption>
      <thead>
        <tr>
          {[first, ...others].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, id = name, cells }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={others[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ caption, columns: [, ...others], rows }: ResponsiveTableProps) {
  return (
    <CardList aria-label={caption}>
      {rows.map(({ name, id = name, cells }) => (
        <Card key={id}>
          <chakra.strong display="block" marginBottom="2">
            {name}
          </chakra.strong>
          <dl>
            {cells.map((cell, at) => (
              <CellPair key={others[at]} name={others[at] ?? ""}>
                {cell}
              </CellPair>
            ))}
          </dl>
        </Card>
      ))}
    </CardList>
  );
}

/**
 * A table if it fits, else a card per row. A server doesn't know the width, so it renders both and CSS shows one; hydration
 * then removes the other without a layout shift.
 */
export function ResponsiveTable(props: ResponsiveTableProps) {
  // Deferred and memoized, so that the other variant is removed in a separate task after hydration.
  const isHydrated = useDeferredValue(useIsHydrated());
  const isWide = useIsWide();
  const table = useMemo(() => <Rows {...props} />, [props]);
  const cards = useMemo(() => <Cards {...props} />, [props]);
  return (
    <>
      {(isWide || !isHydrated) && table}
      {(!isWide || !isHydrated) && cards}
    </>
  );
}

function CellPair({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
