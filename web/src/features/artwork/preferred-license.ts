/** The query of an artwork's address where its commercial licence is to be chosen; that of a list that is filtered by it. */
export const COMMERCIAL = "?license=commercial";

export const prefersCommercial = (search: URLSearchParams) => search.get("license") === "commercial";
