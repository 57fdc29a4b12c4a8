/** Names how many pages of a list this tab has loaded. */
const storageName = (listKey: string) => `pages ${listKey}`;

/** How many pages of a list were loaded in this tab, also before a reload. */
export function keptListSize(listKey: string): number {
  try {
    return Number(sessionStorage.getItem(storageName(listKey)) ?? 1);
  } catch {
    return 1;
  }
}

/** Keeps it for the tab. A browser that stores nothing shows the first page after a reload. */
export function keepListSize(listKey: string, pages: number) {
  try {
    sessionStorage.setItem(storageName(listKey), String(pages));
  } catch {}
}
