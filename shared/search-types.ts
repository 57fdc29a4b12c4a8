/** Searchable types. Separate from the models, because every page loads these and few pages load the models. */
export const SEARCH_TYPES = ["artwork", "users"] as const;
