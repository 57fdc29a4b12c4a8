/** What can be looked for. It stands apart from the models, for every page shows it and few need those. */
export const SEARCH_TYPES = ["artwork", "users"] as const;
