/** Where a menu of the header opens: fixed like the header itself, so that it stays under a pointer while the page scrolls. */
export const HEADER_POSITIONING = {
  placement: "bottom-end",
  gutter: 10,
  strategy: "fixed",
  overflowPadding: 16,
} as const;
