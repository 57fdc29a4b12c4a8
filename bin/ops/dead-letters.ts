import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { BadCommand } from "../command/bad-command.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { listKept, readKept } from "../failed-events/kept-records.ts";
import { RECORDS, requireKind, UPLOADS } from "../failed-events/kinds.ts";
import { forEachMessage } from "../failed-events/queue-messages.ts";
import { findDeadLetterQueues, redrivenTimes } from "../failed-events/redrive-messages.ts";

type Work = Pick<Call, "isDry" | "record">;

/** Store of failed events of a kind. */
interface Store {
  list(): Promise<void>;
  /** True where there was one with this id. */
  drop(id: string, isDry: boolean): Promise<boolean>;
}

const storeOfRecords = (bucket: string): Store => ({
  async list() {
    for (const key of await listKept(bucket)) {
      console.log(`${RECORDS} ${key}`);
      for (const { eventName, dynamodb } of (await readKept(bucket, key)).event.Records) {
        const itemKey = Object.values(dynamodb.Keys).map(({ S }) => S);
        console.log(`  ${eventName} of the item ${itemKey.join(" ")}`);
      }
    }
  },
  async drop(id, isDry) {
    if (!(await listKept(bucket)).includes(id)) return false;
    if (!isDry) await new S3Client({}).send(new DeleteObjectCommand({ Bucket: bucket, Key: id }));
    return true;
  },
});

const storeOfMessages = (kind: string, url: string): Store => ({
  list: () =>
    forEachMessage(url, async (message) => {
      const times = redrivenTimes(message);
      const reason = message.MessageAttributes?.ErrorMessage?.StringValue;
      console.log(`${kind} ${message.MessageId}${times > 0 ? `  came back after ${times} redrives` : ""}`);
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

async function drop(kind: string, store: Store, id: string, { isDry, record }: Work) {
  await record("events.drop", id, async () => {
    if (!(await store.drop(id, isDry))) throw new BadCommand(`${kind} has no ${id}.`);
  });
  console.log(isDry ? `This would drop ${id} of ${kind}. ${NOTHING_DONE}` : `${id} of ${kind} is dropped.`);
}

export const command = defineCommand({
  usage: ["list", "drop <id> --only <kind>"],
  description: [
    "list shows each with its id and how often redrive moved it back, and moves nothing; of records of the table's stream it shows the items'",
    "keys. What it shows may be personal, so the audit log says who looked. drop deletes the one with that id, which is never handled then.",
  ],
  options: { only: { value: "<kind>", description: `one kind, such as ${RECORDS}, ${UPLOADS} or UnsentMails` } },
  async run({ words: [verb, id, ...rest], values: { only }, isDry, stage, record }) {
    const isList = verb === "list" && id === undefined;
    if (!isList && (verb !== "drop" || !id || !only || rest.length > 0)) {
      throw new BadCommand("Say list, or drop <id> --only <kind>.");
    }
    if (isList && isDry) throw new BadCommand("list changes nothing, so it has no dry run.");
    const opened = await stage();
    const queues = [{ kind: UPLOADS, url: opened.output(UPLOADS) }, ...(await findDeadLetterQueues(opened))];
    const stores = new Map([
      [RECORDS, storeOfRecords(opened.output(RECORDS))],
      ...queues.map(({ kind, url }) => [kind, storeOfMessages(kind, url)] as const),
    ]);
    requireKind(only, [...stores.keys()]);
    for (const [kind, store] of stores) {
      if (only !== undefined && kind !== only) continue;
      if (isList) await record("events.read", kind, () => store.list());
      else await drop(kind, store, String(id), { isDry, record });
    }
  },
});
