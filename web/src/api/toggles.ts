import type { Change, Changes, Effect } from "./changes.ts";

interface PendingWrite {
  readonly change: Change;
  readonly write: () => Promise<unknown>;
}

interface Queue {
  /** The change being written; inactive once its session has ended. */
  current: Change;
  /** The write that waits for the current one. */
  next: PendingWrite | undefined;
  /** The last requested value. */
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

/** On/off values, shown immediately and written one call at a time, so that the last value is written last. */
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
      // Never sends a write of an ended session for the next user.
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
     * Sets a value that currently has the opposite state. `write` shows its own failure; if it rejects, the server's value
     * is shown again. Resolves, once all writes of `name` are done, to whether the server's value changed.
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
