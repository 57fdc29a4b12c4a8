import { createHash, createHmac, randomBytes } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { AUDIENCE } from "#shared/limits.ts";
import { getRecentDays, toDay } from "../../platform/runtime/day-range.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import { computeAddressKey } from "../../platform/throttle/address-key.ts";
import { VisitEntity, VisitKeyEntity, VisitsTable } from "./visits.entity.ts";

const KEY_BYTES = 32;
const DIGEST_BYTES = 16;

export interface Visitor {
  readonly sourceIp: string;
  readonly userAgent: string;
}

interface DayKey {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly key: string;
  /** Epoch seconds. */
  readonly expires: number;
}

export interface Visits {
  /** The day that a visit counts on; `undefined` if the visitor was on that page earlier that day. */
  recordVisit(page: string, visitor: Visitor, now: Date): Promise<string | undefined>;
}

/** The key of this day or a later one. The first process to need it creates it, replacing the previous day's. */
async function findKey(now: Date): Promise<DayKey> {
  const day = toDay(now);
  const fresh = {
    day,
    key: randomBytes(KEY_BYTES).toString("base64url"),
    expires: epochSeconds(getRecentDays(1, now).to),
  };
  const first = VisitKeyEntity.build(PutItemCommand)
    .item(fresh)
    .options({
      condition: {
        or: [
          { attr: "day", exists: false },
          { attr: "day", lt: day },
        ],
      },
    });
  if (await conditionHeld(first.send())) return fresh;
  const { Item } = await VisitKeyEntity.build(GetItemCommand).key({}).options({ consistent: true }).send();
  if (!Item) throw new Error("The day's visit key is missing");
  return Item;
}

/** One of a few buckets for browsers of an IP address: clients choose their user agent, so it mustn't create unlimited visitors. */
const getBrowserBucket = (userAgent: string) =>
  createHash("sha256").update(userAgent).digest().readUInt32BE() % AUDIENCE.perAddress;

const digestVisit = (key: string, page: string, day: string, { sourceIp, userAgent }: Visitor) =>
  createHmac("sha256", key)
    .update(JSON.stringify([page, day, computeAddressKey(sourceIp), getBrowserBucket(userAgent)]))
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString("base64url");

/** Opens the table of visits that the environment names, once per process. */
export function openVisits({ VISITS_TABLE_NAME }: { readonly VISITS_TABLE_NAME: string }): Visits {
  VisitsTable.tableName = VISITS_TABLE_NAME;
  VisitsTable.documentClient = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  let current: DayKey | undefined;
  return {
    async recordVisit(page, visitor, now) {
      const day = toDay(now);
      // A later day's key is fine: another process's clock may be ahead.
      if (!current || current.day < day) current = await findKey(now);
      const { key, expires } = current;
      const visit = VisitEntity.build(PutItemCommand)
        .item({ digest: digestVisit(key, page, day, visitor), expires })
        .options({ condition: { attr: "expires", exists: false } });
      return (await conditionHeld(visit.send())) ? day : undefined;
    },
  };
}
