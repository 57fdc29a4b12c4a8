import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { listFailedRecords, readFailedRecords } from "../failed-events/failed-records.ts";
import { RECORDS, requireKind, UPLOADS } from "../failed-events/kinds.ts";
import { forEachMessage } from "../failed-events/queue-messages.ts";
import { countRedrives, findDeadLetterQueues } from "../failed-events/redrive-messages.ts";

type DropContext = Pick<Call, "isDry" | "record">;

/** Store of one kind of failed events. */
interface Store {
  list(): Promise<void>;
  /** Returns true if there was one with this id. */
  drop(id: string, isDry: boolean): Promise<boolean>;
}

const createRecordStore = (bucket: string): Store => ({
  async list() {
    for (const key of await listFailedRecords(bucket)) {
      console.log(`${RECORDS} ${key}`);
      for (const { eventName, dynamodb } of (await readFailedRecords(bucket, key)).event.Records) {
        const itemKey = Object.values(dynamodb.Keys).map(({ S }) => S);
        console.log(`  ${eventName} of the item ${itemKey.join(" ")}`);
      }
    }
  },
  async drop(id, isDry) {
    if (!(await listFailedRecords(bucket)).includes(id)) return false;
    if (!isDry) await new S3Client({}).send(new DeleteObjectCommand({ Bucket: bucket, Key: id }));
    return true;
  },
});

const createQueueStore = (kind: string, url: string): Store => ({
  list: () =>
    forEachMessage(url, async (message) => {
      const times = countRedrives(message);
      const reason = message.MessageAttributes?.ErrorMessage?.StringValue;
      console.log(`${kind} ${message.MessageId}${times > 0 ? `  failed again after ${times} redrives` : ""}`);
      console.log(`  ${message.Body}${reason ? `\n  ${reason}` : ""}`);
      return false;
    }),
  async drop(id, isDry) {
    let isFound = false;
    await forEachMessage(url, async ({ MessageId }) => {
      if (MessageId !== id) return false;
      isFound = true;
      return !isDry;
    });
    return isFound;
  },
});

async function drop(kind: string, store: Store, id: string, { isDry, record }: DropContext) {
  await record("events.drop", id, async () => {
    if (!(await store.drop(id, isDry))) throw new CommandError(`There is no ${id} in ${kind}.`);
  });
  console.log(isDry ? `This would drop ${id} of ${kind}. ${NOTHING_DONE}` : `Dropped ${id} of ${kind}.`);
}

export const command = defineCommand({
  usage: ["list", "drop <id> --only <kind>"],
  description: [
    "list shows each event's id and number of redrives; for stream records, the items' keys. The output may contain personal data, so",
    "reading it is audited. drop deletes the event permanently.",
  ],
  options: { only: { value: "<kind>", description: `only this kind, such as ${RECORDS}, ${UPLOADS} or UnsentMails` } },
  async run({ positionals: [subcommand, id, ...rest], values: { only }, isDry, stage, record }) {
    const isList = subcommand === "list" && id === undefined;
    if (!isList && (subcommand !== "drop" || !id || !only || rest.length > 0)) {
      throw new CommandError("Expected list, or drop <id> --only <kind>.");
    }
    if (isList && isDry) throw new CommandError("list has no dry run, because it changes nothing.");
    const resolvedStage = await stage();
    const queues = [
      { kind: UPLOADS, url: resolvedStage.output(UPLOADS) },
      ...(await findDeadLetterQueues(resolvedStage)),
    ];
    const stores = new Map([
      [RECORDS, createRecordStore(resolvedStage.output(RECORDS))],
      ...queues.map(({ kind, url }) => [kind, createQueueStore(kind, url)] as const),
    ]);
    requireKind(only, [...stores.keys()]);
    for (const [kind, store] of stores) {
      if (only !== undefined && kind !== only) continue;
      if (isList) await record("events.read", kind, () => store.list());
      else await drop(kind, store, String(id), { isDry, record });
    }
  },
});
