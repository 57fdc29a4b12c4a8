/** Shortcuts of one place. */
export interface Shortcuts {
  readonly where: string;
  readonly keys: readonly (readonly [keys: readonly string[], effect: string])[];
}

const added = new Set<Shortcuts>();

/** Lists a page's own shortcuts while it is open; returns their removal. */
export function addShortcuts(shortcuts: Shortcuts) {
  added.add(shortcuts);
  return () => void added.delete(shortcuts);
}

export const listAddedShortcuts = (): readonly Shortcuts[] => [...added];
