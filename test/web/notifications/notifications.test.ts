import { describe, expect, test } from "vitest";
import type { Notification } from "#shared/model/community.ts";
import { createChanges } from "#web/api/changes.ts";
import { createNotifications } from "#web/features/notifications/notifications.ts";
import { aNotification, aPage, idAt } from "./fixtures.ts";

type Page = ReturnType<typeof aPage>;

const USER = idAt(700);

/** A list whose calls a test answers one by one. */
function list() {
  const asked: { call: string; cursor: string | null; answer(page: Page): Promise<void>; fail(): Promise<void> }[] = [];
  const marks: { id: string; read: boolean; answer(): Promise<void>; fail(): Promise<void> }[] = [];
  /** Waits until a response's effects have happened. */
  const settle = (answer: () => unknown) => {
    answer();
    return new Promise<void>((resolve) => setTimeout(resolve));
  };
  let rung = 0;
  const ask = (call: string, cursor: string | null) => {
    const { promise, resolve, reject } = Promise.withResolvers<Page>();
    asked.push({
      call,
      cursor,
      answer: (page) => settle(() => resolve(page)),
      fail: () => settle(() => reject(new Error("Network Error"))),
    });
    return promise;
  };
  const changes = createChanges();
  const waits: number[] = [];
  const notifications = createNotifications({
    changes,
    calls: {
      previous: (_user, cursor) => ask("previous", cursor),
      latest: (_user, cursor) => ask("latest", cursor),
      mark: (_user, id, read) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        marks.push({
          id,
          read,
          answer: () => settle(() => resolve()),
          fail: () => settle(() => reject(new Error("no"))),
        });
        return promise;
      },
      markAll: async () => ({ count: 0 }),
    },
    playSound: () => {
      rung += 1;
    },
    wait: async (milliseconds) => waits.push(milliseconds),
  });
  notifications.signIn(USER, 2);
  const last = () => {
    const call = asked.at(-1);
    if (!call) throw new Error("Nothing was asked");
    return call;
  };
  return { notifications, asked, last, marks, changes, waits, rung: () => rung };
}

const listShownIds = ({ state }: { state(): { items: readonly Notification[] } }) =>
  state().items.map(({ id }): string => id);
const ids = (...ats: number[]) => ats.map(idAt);

/** A list whose first page has loaded. */
async function openList() {
  const one = list();
  void one.notifications.open();
  await one.last().answer(aPage([9, 8], { hasMore: true }));
  return one;
}

describe("the first opening", () => {
  test("requests the first page, and opening again requests nothing", async () => {
    const { notifications, asked } = await openList();
    await notifications.open();
    expect(asked.map(({ call, cursor }) => [call, cursor])).toEqual([["previous", null]]);
    expect(listShownIds(notifications)).toEqual(ids(9, 8));
  });

  test("that failed can be tried again", async () => {
    const { notifications, last } = list();
    void notifications.open();
    await last().fail();
    expect(notifications.state()).toMatchObject({ status: "uninitialised", failed: true });
    void notifications.loadMore();
    await last().answer(aPage([9]));
    expect(notifications.state()).toMatchObject({ status: "initialised", failed: false });
  });

  test("that the socket overtakes is followed by a refresh, as something may have arrived in between", async () => {
    const { notifications, asked, last } = list();
    void notifications.open();
    notifications.authenticated(3);
    await last().answer(aPage([9, 8]));
    expect(asked.map(({ call, cursor }) => [call, cursor])).toEqual([
      ["previous", null],
      ["latest", idAt(9)],
    ]);
    await last().answer(aPage([10], { count: 3 }));
    expect(listShownIds(notifications)).toEqual(ids(10, 9, 8));
  });
});

describe("a welcome by the socket", () => {
  test("only sets the count while the menu was never opened", () => {
    const { notifications, asked, rung } = list();
    notifications.authenticated(5);
    expect(notifications.state().count).toBe(5);
    expect(asked).toEqual([]);
    expect(rung()).toBe(1);
  });

  test("fetches, page by page, what is newer than the last fetch, not than the last live notification", async () => {
    const { notifications, last } = await openList();
    notifications.arrived(aNotification(12), 3);
    notifications.authenticated(5);
    expect(last().cursor).toBe(idAt(9));
    await last().answer(aPage([11, 10], { hasMore: true }));
    expect(last().cursor).toBe(idAt(11));
    await last().answer(aPage([13, 12]));
    expect(listShownIds(notifications)).toEqual(ids(13, 12, 11, 10, 9, 8));
  });

  test("during a refresh is followed by another, as that one may have read too early", async () => {
    const { notifications, asked, last } = await openList();
    notifications.authenticated(2);
    notifications.authenticated(2);
    expect(asked).toHaveLength(2);
    await last().answer(aPage([]));
    expect(asked).toHaveLength(3);
    await last().answer(aPage([]));
    expect(asked).toHaveLength(3);
  });

  test("retries a failed refresh until it succeeds", async () => {
    const { notifications, last, asked } = await openList();
    notifications.authenticated(2);
    await last().fail();
    await last().fail();
    await last().answer(aPage([10]));
    expect(asked).toHaveLength(4);
    expect(listShownIds(notifications)).toEqual(ids(10, 9, 8));
  });
});

describe("a refresh that keeps failing", () => {
  /** Fails every request until no further one is made. */
  async function failAll({ asked, last }: Pick<Awaited<ReturnType<typeof openList>>, "asked" | "last">) {
    let before = 0;
    while (asked.length > before) {
      before = asked.length;
      await last().fail();
    }
  }

  test("waits longer each time, then stops as stalled and can be retried", async () => {
    const one = await openList();
    const { notifications, asked, last, waits } = one;
    notifications.authenticated(2);
    await failAll(one);
    expect(asked).toHaveLength(9);
    expect(waits).toHaveLength(7);
    expect(notifications.state().stalled).toBe(true);

    notifications.authenticated(2);
    await failAll(one);
    expect(asked).toHaveLength(10);
    expect(notifications.state().stalled).toBe(true);

    notifications.retry();
    expect(notifications.state().stalled).toBe(false);
    await last().answer(aPage([10]));
    expect(listShownIds(notifications)).toEqual(ids(10, 9, 8));
    expect(notifications.state().stalled).toBe(false);
  });

  test("is no longer stalled once one succeeds", async () => {
    const one = await openList();
    one.notifications.authenticated(2);
    await failAll(one);
    one.notifications.authenticated(2);
    await one.last().answer(aPage([10]));
    expect(one.notifications.state().stalled).toBe(false);
  });
});

describe("signing out", () => {
  test("drops the previous user's pending responses", async () => {
    const { notifications, last } = await openList();
    notifications.authenticated(2);
    const late = last();
    notifications.leave();
    notifications.signIn(idAt(701), 0);
    await late.answer(aPage([10], { count: 9 }));
    expect(notifications.state()).toMatchObject({ status: "uninitialised", items: [], count: 0 });
  });

  test("ends a refresh that keeps failing", async () => {
    const { notifications, last, asked } = await openList();
    notifications.authenticated(2);
    notifications.leave();
    await last().fail();
    expect(asked).toHaveLength(2);
  });
});

describe("marking", () => {
  test("shows it before the server has it, and reverts it when the server refuses", async () => {
    const { notifications, marks } = await openList();
    void notifications.mark(idAt(9), true);
    expect(notifications.state()).toMatchObject({ count: 1, marking: 1 });
    await marks[0]?.fail();
    expect(notifications.state()).toMatchObject({ count: 2, marking: 0 });
    expect(notifications.state().items[0]?.read).toBe(false);
  });

  const isRead = ({ state }: { state(): { items: readonly Notification[] } }) => state().items[0]?.read;

  test("pressed repeatedly sends one request at a time and ends with the last state", async () => {
    const { notifications, marks } = await openList();
    for (const read of [true, false, true]) void notifications.mark(idAt(9), read);
    expect(isRead(notifications)).toBe(true);
    expect(marks.map(({ read }) => read)).toEqual([true]);
    void notifications.mark(idAt(9), false);
    expect(notifications.state().count).toBe(2);
    await marks[0]?.answer();
    expect(marks.map(({ read }) => read)).toEqual([true, false]);
    await marks[1]?.answer();
    expect(isRead(notifications)).toBe(false);
    expect(notifications.state()).toMatchObject({ count: 2, marking: 0 });
  });

  test("that fails shows the server's state, even after a press that waited behind it", async () => {
    const { notifications, marks } = await openList();
    void notifications.mark(idAt(9), true);
    void notifications.mark(idAt(9), false);
    await marks[0]?.fail();
    expect(marks).toHaveLength(1);
    expect(isRead(notifications)).toBe(false);
    expect(notifications.state()).toMatchObject({ count: 2, marking: 0 });
  });

  test.each(["before", "after"])("isn't undone by a page that began earlier and answers %s it", async (when) => {
    const { notifications, marks, asked } = await openList();
    void notifications.loadMore();
    const page = asked[1];
    void notifications.mark(idAt(9), true);
    if (when === "after") await marks[0]?.answer();
    await page?.answer(aPage([7, 6], { count: 2 }));
    expect(notifications.state()).toMatchObject({ count: 1 });
    expect(isRead(notifications)).toBe(true);
    await marks[0]?.answer();
    expect(notifications.state()).toMatchObject({ count: 1 });
  });

  test("isn't undone by a count from the socket meanwhile, and is counted again once it is done", async () => {
    const { notifications, marks, last, asked } = await openList();
    void notifications.mark(idAt(9), true);
    notifications.arrived(aNotification(10), 3);
    expect(notifications.state().count).toBe(2);
    expect(asked).toHaveLength(1);
    await marks[0]?.answer();
    expect(last().call).toBe("latest");
    await last().answer(aPage([10], { count: 2 }));
    expect(notifications.state()).toMatchObject({ count: 2, marking: 0 });
    expect(asked).toHaveLength(2);
  });

  test("is replaced by a count that was read after it", async () => {
    const { notifications, marks, last } = await openList();
    void notifications.mark(idAt(9), true);
    await marks[0]?.answer();
    notifications.authenticated(5);
    await last().answer(aPage([], { count: 5 }));
    expect(notifications.state().count).toBe(5);
    expect(isRead(notifications)).toBe(true);
  });

  test("makes no sound, not even when it is reverted", async () => {
    const { notifications, marks, rung } = await openList();
    void notifications.mark(idAt(9), true);
    await marks[0]?.fail();
    expect(rung()).toBe(0);
  });

  test("a state that is already set sends no request", async () => {
    const { notifications, marks } = await openList();
    await notifications.mark(idAt(9), false);
    await notifications.mark(idAt(1), true);
    expect(marks).toEqual([]);
  });
});

test("a notification plays its sound once, even if it arrives twice", async () => {
  const { notifications, rung } = await openList();
  notifications.arrived(aNotification(10), 3);
  notifications.arrived(aNotification(10), 3);
  expect(rung()).toBe(1);
});
