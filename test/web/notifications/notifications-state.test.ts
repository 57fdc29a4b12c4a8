import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAGE } from "#shared/limits.ts";
import {
  type NotificationsEvent,
  type NotificationsState,
  nextNotifications,
  SIGNED_OUT,
  shouldPlaySound,
} from "#web/features/notifications/notifications-state.ts";
import { aNotification, aPage, idAt } from "./fixtures.ts";

const stateAfter = (...events: NotificationsEvent[]) => events.reduce(nextNotifications, SIGNED_OUT);
const listIds = ({ items }: NotificationsState) => items.map(({ id }): string => id);
const ids = (...ats: number[]) => ats.map(idAt);

const signedIn = { type: "signedIn", count: 2 } as const;
const asked = { type: "asked" } as const;
const firstPage = { type: "loaded", page: aPage([9, 8], { hasMore: true, count: 2 }) } as const;
const buildArrival = (at: number, count = 3): NotificationsEvent => ({
  type: "arrived",
  notification: aNotification(at),
  count,
});
const listed = [signedIn, asked, firstPage] as const;

const states = {
  uninitialised: stateAfter(signedIn),
  loading: stateAfter(signedIn, asked),
  initialised: stateAfter(...listed),
  loadingMore: stateAfter(...listed, asked),
  failedFirst: stateAfter(signedIn, asked, { type: "failed" }),
  failedMore: stateAfter(...listed, asked, { type: "failed" }),
} satisfies Record<string, NotificationsState>;

describe("the list", () => {
  test.each([
    ["uninitialised", "uninitialised", false, false],
    ["loading", "loading", false, false],
    ["initialised", "initialised", false, false],
    ["loadingMore", "initialised", true, false],
    ["failedFirst", "uninitialised", false, true],
    ["failedMore", "initialised", false, true],
  ] as const)("%s is %s", (name, status, isLoadingMore, failed) => {
    expect(states[name]).toMatchObject({ status, isLoadingMore, failed });
  });

  test("takes items, cursor, newest id and hasMore from the first page", () => {
    expect(states.initialised).toMatchObject({
      cursor: idAt(8),
      fetched: idAt(9),
      hasMore: true,
      limit: PAGE.notifications,
    });
    expect(listIds(states.initialised)).toEqual(ids(9, 8));
  });

  test("an error of the first load resets it; another try clears the error", () => {
    expect(states.failedFirst).toEqual({ ...states.uninitialised, failed: true });
    expect(nextNotifications(states.failedFirst, asked)).toEqual(states.loading);
  });

  test("an error of a further page keeps what is there, and another try may follow", () => {
    expect(listIds(states.failedMore)).toEqual(ids(9, 8));
    expect(nextNotifications(states.failedMore, asked)).toEqual(states.loadingMore);
  });

  test("further pages are appended by the cursor until one isn't full", () => {
    const more = nextNotifications(states.loadingMore, { type: "loaded", page: aPage([7, 6], { count: 2 }) });
    expect(listIds(more)).toEqual(ids(9, 8, 7, 6));
    expect(more).toMatchObject({ cursor: idAt(6), fetched: idAt(9), hasMore: false, isLoadingMore: false });
    expect(nextNotifications(more, asked)).toBe(more);
  });

  test("an empty last page leaves the cursor where it was", () => {
    const more = nextNotifications(states.loadingMore, { type: "loaded", page: aPage([], { count: 2 }) });
    expect(more).toMatchObject({ cursor: idAt(8), hasMore: false });
  });

  test("a page that wasn't requested is ignored", () => {
    for (const name of ["uninitialised", "initialised", "failedFirst", "failedMore"] as const) {
      expect(nextNotifications(states[name], firstPage)).toBe(states[name]);
    }
  });

  test("a refresh prepends newer items, and the next refresh starts from them", () => {
    const refreshed = nextNotifications(states.initialised, { type: "refreshed", page: aPage([11, 10], { count: 4 }) });
    expect(listIds(refreshed)).toEqual(ids(11, 10, 9, 8));
    expect(refreshed).toMatchObject({ count: 4, fetched: idAt(11), cursor: idAt(8) });
  });

  test("signing out resets it and keeps the count", () => {
    expect(nextNotifications(states.loadingMore, { type: "left" })).toEqual({ ...SIGNED_OUT, count: 2 });
  });

  test("the next user starts with their own count", () => {
    expect(stateAfter(...listed, { type: "left" }, { type: "signedIn", count: 7 })).toEqual({
      ...SIGNED_OUT,
      count: 7,
      enabled: true,
    });
  });
});

describe("a notification from the socket", () => {
  test("is prepended and raises the count", () => {
    const next = nextNotifications(states.initialised, buildArrival(10));
    expect(listIds(next)).toEqual(ids(10, 9, 8));
    expect(next.count).toBe(3);
  });

  test("doesn't change where a refresh starts: an earlier one may have been lost", () => {
    expect(nextNotifications(states.initialised, buildArrival(11)).fetched).toBe(idAt(9));
  });

  test("received twice is shown once, unchanged", () => {
    expect(listIds(nextNotifications(states.initialised, buildArrival(9, 1)))).toEqual(ids(9, 8));
  });

  test("only raises the count before the menu was ever opened", () => {
    expect(nextNotifications(states.uninitialised, buildArrival(10))).toEqual({ ...states.uninitialised, count: 3 });
  });

  test("received while the first page loads is kept, in order", () => {
    expect(listIds(stateAfter(signedIn, asked, buildArrival(10), firstPage))).toEqual(ids(10, 9, 8));
  });

  test("received in any order and repeatedly makes one list, newest first", () => {
    const event = fc.oneof(
      fc.integer({ min: 1, max: 30 }).map((at) => buildArrival(at)),
      fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }).map((ats): NotificationsEvent => {
        return { type: "refreshed", page: aPage(ats.toSorted((a, b) => b - a)) };
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const shown = listIds(stateAfter(...listed, ...events));
        const deliveredIds = events.flatMap((one) => {
          if (one.type === "arrived") return [one.notification.id];
          return one.type === "refreshed" ? one.page.items.map(({ id }) => id) : [];
        });
        expect(shown).toEqual([...new Set<string>([...deliveredIds, ...ids(9, 8)])].sort().reverse());
      }),
    );
  });
});

test("a stalled connection stays stalled until it resumes or the user signs out", () => {
  const stalled = nextNotifications(states.initialised, { type: "stalled" });
  expect(stalled).toEqual({ ...states.initialised, stalled: true });
  expect(nextNotifications(stalled, { type: "stalled" })).toBe(stalled);
  expect(nextNotifications(stalled, { type: "resumed" })).toEqual(states.initialised);
  expect(nextNotifications(stalled, { type: "left" }).stalled).toBe(false);
});

describe("a sound", () => {
  const change = (before: NotificationsState, event: NotificationsEvent) =>
    shouldPlaySound(before, nextNotifications(before, event));

  test("is made when the count rises by itself", () => {
    expect(change(states.initialised, buildArrival(10))).toBe(true);
    expect(change(states.uninitialised, { type: "counted", count: 5 })).toBe(true);
  });

  test("isn't made when it falls or stays", () => {
    expect(change(states.initialised, buildArrival(10, 2))).toBe(false);
    expect(change(states.initialised, { type: "counted", count: 1 })).toBe(false);
  });

  test("isn't made by signing in, by a page, or while signed out", () => {
    expect(change(SIGNED_OUT, signedIn)).toBe(false);
    expect(change(states.loading, { type: "loaded", page: aPage([9], { count: 5 }) })).toBe(false);
    expect(change(SIGNED_OUT, { type: "counted", count: 5 })).toBe(false);
  });

  test("isn't made when the user marks as read, nor while that runs", () => {
    const marking = nextNotifications(states.initialised, { type: "marking" });
    expect(shouldPlaySound(marking, { ...marking, count: 3 })).toBe(false);
    expect(change(marking, buildArrival(10))).toBe(false);
    expect(change(nextNotifications(marking, { type: "marked" }), buildArrival(10))).toBe(true);
  });
});
