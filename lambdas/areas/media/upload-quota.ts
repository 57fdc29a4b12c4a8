import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { isLostRace } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { backOff } from "../../platform/table/retries.ts";
import { attempt, type Write } from "../../platform/table/transact.ts";
import { buildOpenAccountCheck } from "../users/open-account.ts";
import type { Media } from "./find-media.ts";
import { UploadedBytesEntity, UploadSlotEntity } from "./upload-quota.entity.ts";

const KINDS = ["open", "unpublished"] as const;
type SlotKind = (typeof KINDS)[number];

const REFUSAL = { open: "too_many_open_uploads", unpublished: "too_many_unpublished" } as const;

const HELD_FOR = { open: LIFETIMES.upload, unpublished: LIFETIMES.unusedMedia } as const;

const DAY_SECONDS = 24 * 60 * 60;

/** Attempts to find other slots after the chosen ones were taken. */
const ATTEMPTS = 8;

type Refused = Failure<(typeof REFUSAL)[SlotKind] | "too_many_uploaded_bytes" | "too_many_requests" | "forbidden">;

/** The slots that an upload holds, by number. */
export type Slots = Readonly<Record<SlotKind, number>>;

interface Upload {
  readonly ownerId: string;
  readonly mediaId: string;
  readonly bytes: number;
  /** The upload's own write, in the same transaction as the slots. */
  readonly write: (slots: Slots) => Write;
}

/**
 * Writes an upload with its two slots and its share of the day's bytes in one transaction, so that a slot never belongs to a
 * missing upload. Uploads that collide on a slot retry with others.
 */
export async function writeWithinQuota(table: OpenTable, upload: Upload, now: Date): Promise<Refused | undefined> {
  const { ownerId, mediaId, bytes, write } = upload;
  const at = epochSeconds(now);
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const slots = findFreeSlots(await listHeldSlots(table, ownerId, at), at);
    if (slots instanceof Failure) return slots;
    const guards = [buildOpenAccountCheck(ownerId).write, addBytes(ownerId, bytes, at)];
    const claims = KINDS.map((kind) => buildClaim(ownerId, kind, slots[kind], mediaId, at));
    const failed = await attempt(table, [...guards, ...claims, write(slots)]).catch(onConflict);
    if (failed === "conflict") break;
    if (failed.length === 0) return undefined;
    if (failed.includes(0)) return fail("forbidden");
    if (failed.includes(1)) return fail("too_many_uploaded_bytes", { retryAfter: DAY_SECONDS - (at % DAY_SECONDS) });
    await backOff(tried);
  }
  return fail("too_many_requests", { retryAfter: 1 });
}

/** Many simultaneous uploads of one account conflict with each other. */
function onConflict(error: unknown): "conflict" {
  if (isLostRace(error)) return "conflict";
  throw error;
}

type HeldSlot = Awaited<ReturnType<typeof listHeldSlots>>[number];

async function listHeldSlots(table: OpenTable, userId: string, at: number) {
  const slots = await queryAll(table, UploadSlotEntity, { userId });
  return slots.filter(({ until }) => until > at);
}

/** A random free slot of each kind, so that simultaneous requests seldom collide; if there is none, when one becomes free. */
function findFreeSlots(held: readonly HeldSlot[], at: number) {
  const numbers: Record<SlotKind, number> = { open: 0, unpublished: 0 };
  for (const kind of KINDS) {
    const taken = new Map(held.filter(({ slot }) => slot.startsWith(kind)).map(({ slot, until }) => [slot, until]));
    const free = Array.from({ length: LIMITS.uploads[kind] }, (_, number) => number).filter(
      (number) => !taken.has(buildSlotKey(kind, number)),
    );
    const drawn = free[Math.floor(Math.random() * free.length)];
    if (drawn === undefined) return fail(REFUSAL[kind], { retryAfter: Math.min(...taken.values()) - at });
    numbers[kind] = drawn;
  }
  return numbers;
}

const buildSlotKey = (kind: SlotKind, number: number) => `${kind}#${number}`;

const buildClaim = (userId: string, kind: SlotKind, number: number, mediaId: string, at: number) =>
  UploadSlotEntity.build(PutTransaction)
    .item({ userId, slot: buildSlotKey(kind, number), mediaId, until: at + HELD_FOR[kind] })
    .options({
      condition: {
        or: [
          { attr: "mediaId", exists: false },
          { attr: "until", lte: at },
        ],
      },
    });

function buildDayTotalUpdate(userId: string, bytes: number, at: number) {
  const day = Math.floor(at / DAY_SECONDS);
  return { userId, day: String(day), bytes: $add(bytes), expires: (day + 2) * DAY_SECONDS };
}

/** Adds uploaded bytes to the day's count, even beyond the quota. */
export const countBytes = (table: OpenTable, userId: string, bytes: number, now: Date) =>
  table.send(UploadedBytesEntity.build(UpdateItemCommand).item(buildDayTotalUpdate(userId, bytes, epochSeconds(now))));

function addBytes(userId: string, bytes: number, at: number) {
  return UploadedBytesEntity.build(UpdateTransaction)
    .item(buildDayTotalUpdate(userId, bytes, at))
    .options({
      condition: {
        or: [
          { attr: "bytes", exists: false },
          { attr: "bytes", lte: LIMITS.uploads.bytesPerDay - bytes },
        ],
      },
    });
}

type Holder = Pick<Media, "mediaId" | "ownerId" | "openSlot" | "unpublishedSlot">;

/** Releases slots of an upload; fails if one expired and another upload has it by now. */
export const releaseSlots = (media: Holder, kinds: readonly SlotKind[]): Write[] =>
  kinds.flatMap((kind) => {
    const number = kind === "open" ? media.openSlot : media.unpublishedSlot;
    if (number === undefined) return [];
    return UploadSlotEntity.build(DeleteTransaction)
      .key({ userId: media.ownerId, slot: buildSlotKey(kind, number) })
      .options({
        condition: {
          or: [
            { attr: "mediaId", exists: false },
            { attr: "mediaId", eq: media.mediaId },
          ],
        },
      });
  });

/** Releases the slot of an upload that an artwork or account uses, in the same transaction. */
export const releaseUnpublishedSlot = (media: Holder) =>
  releaseSlots(media, ["unpublished"]).map((write) => ({ write, failure: "media_not_found" as const }));
