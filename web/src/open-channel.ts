/** A channel to the browser's other tabs; undefined if its settings forbid it, and on a server. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
