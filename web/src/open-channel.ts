/** A channel to the other tabs of this browser; none where its settings forbid it, and none on a server. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
