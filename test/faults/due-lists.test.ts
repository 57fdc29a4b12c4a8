import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, expect, test } from "vitest";
import {
  AnnouncementEntity,
  buildAnnouncementPlace,
  SCHEDULED_ANNOUNCEMENTS,
} from "#lambdas/areas/announcements/announcement.entity.ts";
import { listDue } from "#lambdas/areas/announcements/find-announcements.ts";
import { listExpired } from "#lambdas/areas/purchases/order/find-intent.ts";
import { IntentEntity, OPEN_INTENTS } from "#lambdas/areas/purchases/order/intent.entity.ts";
import { epochSeconds, formatSortableTime } from "#lambdas/platform/runtime/time.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const DUE = 230;

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

/** Each list: how to put an item with the attributes of the list only, and how to read it. */
const LISTS = {
  announcements: {
    put: (table: OpenTable, announcementId: string, at: Date) =>
      table.send(
        AnnouncementEntity.build(UpdateItemCommand).item({
          announcementId,
          list: SCHEDULED_ANNOUNCEMENTS,
          place: buildAnnouncementPlace(at.toISOString(), announcementId),
        }),
      ),
    list: (table: OpenTable, now: Date) => listDue(table, now),
    getId: (item: object) => (item as { announcementId: string }).announcementId,
  },
  payments: {
    put: (table: OpenTable, artworkId: string, at: Date) =>
      table.send(
        IntentEntity.build(UpdateItemCommand).item({
          artworkId,
          buyerId: artworkId,
          openList: OPEN_INTENTS,
          openUntil: formatSortableTime(epochSeconds(at)),
        }),
      ),
    list: (table: OpenTable, now: Date) => listExpired(table, epochSeconds(now)),
    getId: (item: object) => (item as { artworkId: string }).artworkId,
  },
};

test.each(Object.entries(LISTS))("due %s are read page by page, in order and without later ones", async (_, due) => {
  const { table, newId, now } = api.services;
  const start = now().getTime() - DUE * 1000;
  const ids = Array.from({ length: DUE }, () => newId());
  for (const [nth, id] of ids.entries()) await due.put(table, id, new Date(start + nth * 1000));
  await due.put(table, newId(), new Date(now().getTime() + 60_000));
  let reads = 0;
  const send: OpenTable["send"] = (command) => {
    reads += 1;
    return table.send(command);
  };
  const found: string[] = [];
  for await (const item of due.list({ ...table, send }, now())) {
    found.push(due.getId(item));
    if (found.length === 1) expect(reads).toBe(1);
  }
  expect(found).toEqual(ids);
  expect(reads).toBeGreaterThan(2);
});
