import type { Change, Changes, Effect } from "./changes.ts";

interface PendingWrite {
  readonly change: Change;
  readonly write: () => Promise<unknown>;
}

interface Queue {
  /** Being written; inactive once its session has ended. */
  current: Change;
  /** Not sent yet, because the write before it isn't answered. */
  next: PendingWrite | undefined;
  /** The value that was asked for last. */
  target: boolean;
}

async function writeOne({ change, write }: PendingWrite): Promise<void> {
  try {
    await write();
    change.confirm();
  } catch (error) {
    change.drop();
    throw error;
  }
}

/**
 * On/off values, shown at once and written afterwards, one call at a time for each: however often and quickly one is
 * toggled, the last value is written last.
 */
export function createToggles(changes: Changes) {
  const queues = new Map<string, Queue>();

  function takeNext(queue: Queue): PendingWrite | undefined {
    const { next } = queue;
    queue.next = undefined;
    return next;
  }

  /** Resolves to whether the server's value differs from before. */
  async function run(queue: Queue): Promise<boolean> {
    let confirmed = 0;
    try {
      // A write of an ended session is never sent for the user who signed in after it.
      for (let pending = takeNext(queue); pending?.change.isActive(); pending = takeNext(queue)) {
        queue.current = pending.change;
        await writeOne(pending);
        confirmed += 1;
      }
    } catch {
      takeNext(queue)?.change.drop();
    }
    return confirmed % 2 === 1;
  }

  return {
    /**
     * Sets a value that has the opposite state now. When `write` rejects, having shown its failure itself, the server's
     * value is shown again. Resolves, once everything under `name` is written, to whether anything changed.
     */
    async set(name: string, on: boolean, effect: Effect, write: () => Promise<unknown>): Promise<boolean> {
      const before = queues.get(name);
      const running = before?.current.isActive() ? before : undefined;
      if (running?.target === on) return false;
      if (running?.next) {
        running.next.change.drop();
        running.next = undefined;
        running.target = on;
        return false;
      }
      const pending: PendingWrite = { write, change: changes.add(effect) };
      if (running) {
        running.next = pending;
        running.target = on;
        return false;
      }
      const queue: Queue = { current: pending.change, next: pending, target: on };
      queues.set(name, queue);
      try {
        return await run(queue);
      } finally {
        if (queues.get(name) === queue) queues.delete(name);
      }
    },
  };
}
