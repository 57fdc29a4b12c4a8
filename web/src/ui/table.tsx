import { chakra } from "@chakra-ui/react";

/** Rows with thin lines between them; where `useIsWide()` is false, `RowCards` shows the same rows. */
export const Table = chakra("table", {
  base: {
    width: "full",
    borderCollapse: "collapse",
    "& th": { textAlign: "start", textStyle: "sm", fontWeight: "medium", color: "fg.muted", paddingBottom: "3" },
    "& th, & td": { paddingX: "3" },
    // A column is as wide as its longest name, so that names don't break while there is room, but no endless word widens it.
    "& a": { overflowWrap: "break-word" },
    "& td": {
      maxWidth: "20rem",
      paddingY: "3",
      borderTopWidth: "1px",
      borderColor: "border.muted",
      verticalAlign: "middle",
    },
    "& td:first-of-type, & th:first-of-type": { paddingLeft: 0 },
    "& td:last-of-type, & th:last-of-type": { paddingRight: 0 },
  },
});

/** The table's rows as cards, in two columns if they fit. */
export const RowCards = chakra("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
    gap: "4",
    listStyle: "none",
  },
});

export const RowCard = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    alignContent: "space-between",
    gap: "4",
    padding: "4",
    borderRadius: "l3",
    background: "bg.subtle",
  },
});
