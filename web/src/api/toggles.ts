import type { Change, Changes, Effect } from "./changes.ts";

interface Wish {
  readonly change: Change;
  readonly write: () => Promise<unknown>;
}

interface Queue {
  /** On its way; no longer held when the session has ended meanwhile. */
  current: Change;
  /** Not sent yet, because the call before it is still on its way. */
  next: Wish | undefined;
  /** What was wanted last. */
  wanted: boolean;
}

async function writeOne({ change, write }: Wish): Promise<void> {
  try {
    await write();
    change.confirm();
  } catch (error) {
    change.drop();
    throw error;
  }
}

/**
 * Things that are on or off, shown at once and written afterwards, one call at a time for each: however often and
 * quickly one is pressed, what was wanted last is what the API hears last.
 */
export function createToggles(changes: Changes) {
  const queues = new Map<string, Queue>();

  function take(queue: Queue): Wish | undefined {
    const { next } = queue;
    queue.next = undefined;
    return next;
  }

  /** Resolves to whether the server holds something else than before. */
  async function run(queue: Queue): Promise<boolean> {
    let confirmed = 0;
    try {
      // Whoever signed in meanwhile has wished for nothing.
      for (let wish = take(queue); wish?.change.isHeld(); wish = take(queue)) {
        queue.current = wish.change;
        await writeOne(wish);
        confirmed += 1;
      }
    } catch {
      take(queue)?.change.drop();
    }
    return confirmed % 2 === 1;
  }

  return {
    /**
     * Sets what is the opposite by now. `write` rejects when the API refused, having said so itself; what the server
     * says is shown again then. Resolves, to whether anything changed, once all is written that `name` stands for.
     */
    async set(name: string, on: boolean, effect: Effect, write: () => Promise<unknown>): Promise<boolean> {
      const before = queues.get(name);
      const running = before?.current.isHeld() ? before : undefined;
      if (running?.wanted === on) return false;
      if (running?.next) {
        running.next.change.drop();
        running.next = undefined;
        running.wanted = on;
        return false;
      }
      const wish: Wish = { write, change: changes.add(effect) };
      if (running) {
        running.next = wish;
        running.wanted = on;
        return false;
      }
      const queue: Queue = { current: wish.change, next: wish, wanted: on };
      queues.set(name, queue);
      try {
        return await run(queue);
      } finally {
        if (queues.get(name) === queue) queues.delete(name);
      }
    },
  };
}
