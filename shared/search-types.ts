/** Searchable types. Separate from the models, since every page shows these and few pages need the models. */
export const SEARCH_TYPES = ["artwork", "users"] as const;
