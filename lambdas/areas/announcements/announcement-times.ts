import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { formatNextAnnouncement } from "#shared/messages.ts";
import { findFreeTime, isCounted } from "#shared/rules/announcement-times.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { DAY_MS, epochSeconds, toIso } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { AnnouncementTimesEntity } from "./announcement-times.entity.ts";

interface AnnouncementTime {
  readonly announcementId: string;
  /** Epoch seconds. */
  readonly at: number;
}

interface AnnouncementTimes {
  readonly times: readonly AnnouncementTime[];
  readonly revision: number | undefined;
}

export async function findAnnouncementTimes(table: OpenTable, artistId: string): Promise<AnnouncementTimes> {
  const get = AnnouncementTimesEntity.build(GetItemCommand).key({ artistId }).options({ consistent: true });
  const { Item } = await table.send(get);
  return { times: Item?.times ?? [], revision: Item?.revision };
}

/** Refuses a time at which seven days would have too many announcements, and names the next one that is free. */
export function refuseFullWeek({ times }: AnnouncementTimes, announcementId: string, at: number) {
  const others = times.filter((time) => time.announcementId !== announcementId).map((time) => time.at);
  const free = findFreeTime(others, at);
  if (free === at) return undefined;
  // The next full minute, because forms don't ask for seconds.
  const next = formatDate(toIso(Math.ceil(free / 60) * 60), DISPLAY.momentFormat, "UTC");
  return fail("too_many_announcements", { fields: { publishAt: formatNextAnnouncement(`${next} UTC`) } });
}

const KEPT_DAYS = 8;

/** Stores an announcement's time, or removes it if undefined, unless the times changed since they were read. */
export function buildTimesUpdate(
  artistId: string,
  { times, revision }: AnnouncementTimes,
  { announcementId, at }: { readonly announcementId: string; readonly at: number | undefined },
  now: Date,
) {
  const others = times.filter(
    (time) => time.announcementId !== announcementId && isCounted(time.at, epochSeconds(now)),
  );
  const next = at === undefined ? others : [...others, { announcementId, at }];
  const last = Math.max(epochSeconds(now), ...next.map((time) => time.at));
  return {
    write: AnnouncementTimesEntity.build(PutTransaction)
      .item({
        artistId,
        times: [...next],
        revision: (revision ?? 0) + 1,
        expires: last + (KEPT_DAYS * DAY_MS) / 1000,
      })
      .options({ condition: ifUnchanged("revision", revision) }),
    failure: "announcement_moved" as const,
  };
}
