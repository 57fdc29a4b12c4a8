const storageName = (listKey: string) => `pages ${listKey}`;

/** How many pages of a list this tab had loaded, also before a reload. */
export function keptListSize(listKey: string): number {
  try {
    return Number(sessionStorage.getItem(storageName(listKey)) ?? 1);
  } catch {
    return 1;
  }
}

/** Stores it for the tab; without storage a reload shows the first page. */
export function keepListSize(listKey: string, pages: number) {
  try {
    sessionStorage.setItem(storageName(listKey), String(pages));
  } catch {}
}
