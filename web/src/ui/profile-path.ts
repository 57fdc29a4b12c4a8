/** The address of someone's page. */
export const profilePath = (username: string): string => `/user/${encodeURIComponent(username)}`;
