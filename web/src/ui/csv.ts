/** A quoted cell; neutralizes formulas of half or full width, which a text could inject into a spreadsheet (CWE-1236). */
export const toCsvCell = (text: string) =>
  `"${(/^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows of cells as CSV (RFC 4180), with a byte order mark so that spreadsheets detect UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => row.join(",")).join("\r\n")}\r\n`;
