/** Query that preselects the commercial licence on an artwork's page, and filters lists by it. */
export const COMMERCIAL = "?license=commercial";

export const prefersCommercial = (search: URLSearchParams) => search.get("license") === "commercial";
