import type { Route, RouteResult } from "#shared/route.ts";
import { buildPath } from "./request.ts";

/**
 * How a write changes a response. `path` is method and path of the read, `isFirst` is false for a list's further pages.
 * Returns the same object if nothing changes.
 */
export type Effect = (data: unknown, path: string, isFirst: boolean) => unknown;

/** An optimistic update. */
export interface Change {
  /** The write succeeded: later reads contain it. */
  confirm(): void;
  /** The write failed: the server's data is shown again. */
  drop(): void;
  /** False once dropped, or cleared along with the session. */
  isActive(): boolean;
}

interface Entry {
  readonly effect: Effect;
  /** Null until the write has succeeded. */
  confirmedAt: number | null;
}

interface Shown {
  readonly applied: readonly Entry[];
  readonly data: unknown;
}

const isObject = (data: unknown): data is object => typeof data === "object" && data !== null;

const isSameList = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/**
 * Optimistic updates over cached responses, which stay as the server sent them. A change applies to every response whose
 * read started before the write was confirmed. Time is a logical clock that counts confirmed writes.
 */
export function createChanges() {
  const entries = new Set<Entry>();
  const listeners = new Set<() => void>();
  const started = new WeakMap<object, number>();
  const shown = new WeakMap<object, Shown>();
  const shownLists = new WeakMap<object, readonly unknown[]>();
  let time = 0;

  const publish = () => {
    for (const listener of listeners) listener();
  };

  const getStartTime = (data: object) => started.get(data) ?? 0;

  function add(effect: Effect): Change {
    const entry: Entry = { effect, confirmedAt: null };
    entries.add(entry);
    publish();
    return {
      confirm() {
        time += 1;
        entry.confirmedAt = time;
        publish();
      },
      drop() {
        if (entries.delete(entry)) publish();
      },
      isActive: () => entries.has(entry),
    };
  }

  function over<T>(data: T, path: string, isFirst = true): T {
    if (!isObject(data) || entries.size === 0) return data;
    const applied: Entry[] = [];
    let result: unknown = data;
    for (const entry of entries) {
      if (entry.confirmedAt !== null && entry.confirmedAt <= getStartTime(data)) continue;
      const next = entry.effect(result, path, isFirst);
      if (next !== result) applied.push(entry);
      result = next;
    }
    if (applied.length === 0) return data;
    const before = shown.get(data);
    if (before && isSameList(before.applied, applied)) return before.data as T;
    shown.set(data, { applied, data: result });
    return result as T;
  }

  function inheritTime(cached: unknown, newer: unknown) {
    if (Array.isArray(cached) && Array.isArray(newer))
      cached.forEach((one, index) => void inheritTime(one, newer[index]));
    else if (isObject(cached) && isObject(newer) && getStartTime(newer) > getStartTime(cached)) {
      started.set(cached, getStartTime(newer));
      // Rerenders, as the object stays the same while its changes end; deferred, because SWR compares during rendering.
      if (entries.size > 0) queueMicrotask(publish);
    }
  }

  return {
    /** For `useSyncExternalStore`. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The logical time; take it when a read starts and pass it to `stamp` with the response. */
    now: () => time,
    /** Records when a response's read started; responses without a time count as older than every change. */
    stamp<T>(data: T, at: number): T {
      if (isObject(data)) started.set(data, at);
      return data;
    },
    /** Copies the time of a newer, equal response to the cached one that is kept. */
    inheritTime,
    /** Shows a write's effect before its response. */
    add,
    /** Shows the effect of a confirmed write, also on reads that started earlier. */
    done: (effect: Effect) => add(effect).confirm(),
    /** The response with the changes that it may lack; the same object while the same changes apply. */
    over,
    /** Like `over`, for the pages of a list. */
    overPages<T>(pages: readonly T[], path: string): readonly T[] {
      const next = pages.map((page, index) => over(page, path, index === 0));
      if (isSameList(next, pages)) return pages;
      const before = shownLists.get(pages);
      if (before && isSameList(before, next)) return before as readonly T[];
      shownLists.set(pages, next);
      return next;
    },
    /** Drops every change when the session ends. */
    clear() {
      if (entries.size === 0) return;
      entries.clear();
      publish();
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;

/** The changes of this tab. */
export const changes = createChanges();

/** An effect on one route's responses, whatever their query. */
export function effectOn<R extends Route>(
  route: R,
  params: object,
  change: (data: RouteResult<R>, isFirst: boolean) => RouteResult<R>,
): Effect {
  const changed = `${route.method} ${buildPath(route.path, params)}`;
  return (data, path, isFirst) => (path === changed ? change(data as RouteResult<R>, isFirst) : data);
}
