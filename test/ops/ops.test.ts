import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { SQSEvent } from "aws-lambda";
import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import {
  buildFailedBatch,
  buildFailedBatchKey,
  createDeadLetterEndpoint,
  createQueueEndpoint,
  type DeadLetters,
  openDeadLetters,
  type StreamRecord,
  startInvokeEndpoint,
} from "ochre-local/services";
import { queueArn, type StreamMappingSpec } from "ochre-local/template";
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { COMMANDS } from "#bin/ops/commands.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { search } from "#shared/contract/search.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { createGiven } from "#test/support/given.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const BUCKET = "undelivered-records";
const STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/table/stream/laptop";

const ops = (line: string) => run(PROJECT, "bin/ops.ts", ...line.split(" "), ...ON_STAGE);

const QUEUE = { delaySeconds: 0, visibilitySeconds: 30, attempts: 3, reportsItemFailures: true, batchSize: 10 };
const named = (name: string) => ({ ...QUEUE, name, arn: queueArn(name) });
/** Two queues with their dead-letter queues, and a function's dead-letter queue. */
const QUEUES = [
  { ...named("deferred"), consumer: "mailer", deadLetterQueue: "unsent" },
  { ...named("requests"), consumer: "answerer", deadLetterQueue: "unanswered" },
  ...["unsent", "unanswered", "uploads"].map(named),
];

let api: Api;
/** Input of the functions, and the records that they report as failed. */
let handed: string[] = [];
let failing: readonly string[] = [];
let letters: DeadLetters;
/** While true, SQS counts messages but delivers none. */
let holding = false;
/** Messages returned to queues, and events sent to functions asynchronously. */
let sent: string[] = [];
/** The same messages as functions receive them. */
let events: SQSEvent[] = [];

beforeAll(async () => {
  api = await startApi();
  letters = openDeadLetters(await mkdtemp(join(inject("temporaryFolder"), "letters-")));
  await api.s3.ensureBucket({ name: BUCKET });
  const endpoint = await startInvokeEndpoint({
    functions: () => ({
      has: (name) => name === "reader" || name === "media",
      async invoke(_name, event) {
        const { Records } = event as { Records: (StreamRecord & { eventSourceARN: string })[] };
        handed.push(Records.map(({ eventID, eventSourceARN }) => `${eventID} of ${eventSourceARN}`).join());
        if (Records.some(({ eventID }) => eventID === "throws")) {
          return { requestId: "1", error: { errorType: "Error", errorMessage: "broken" } };
        }
        const failed = Records.filter(
          ({ eventID, dynamodb: { NewImage = {} } }) => failing.includes(eventID) && !("title" in (NewImage as object)),
        );
        const batchItemFailures = failed.map(({ eventID }) => ({
          itemIdentifier: eventID,
        }));
        return { requestId: "1", payload: JSON.stringify({ batchItemFailures }) };
      },
    }),
    enqueue: (name, event) => void sent.push(`${name}: ${JSON.stringify(event)}`),
    log: () => {},
    otherServices: [
      async (request, response) => {
        if (!holding || request.headers["x-amz-target"] !== "AmazonSQS.ReceiveMessage") return false;
        response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
        return true;
      },
      createQueueEndpoint(() => QUEUES, {
        add(name, event) {
          events.push(event as SQSEvent);
          sent.push(`${name}: ${(event as SQSEvent).Records[0]?.body}`);
        },
      }),
      createDeadLetterEndpoint({ queues: () => QUEUES, deadLetters: letters }),
    ],
  });
  atFileEnd(() => endpoint.stop());
  process.env.AWS_ENDPOINT_URL_LAMBDA = endpoint.url;
  process.env.AWS_ENDPOINT_URL_SQS = endpoint.url;
  const url = (name: string) => `${endpoint.url}/000000000000/${name}`;
  const queue = (logicalId: string, name: string) => ({ logicalId, type: "AWS::SQS::Queue", physicalId: url(name) });
  await startStage({
    outputs: { UndeliveredRecords: BUCKET, UndeliveredUploads: url("uploads"), ProcessUpload: "media" },
    resources: [
      queue("AccountQueuesDeferredMailsABCDEF01", "deferred"),
      queue("AccountQueuesUnsentMailsQueueABCDEF02", "unsent"),
      queue("AccountQueuesUnansweredMailRequestsQueueABCDEF03", "unanswered"),
      queue("MediaUndeliveredUploadsQueueABCDEF04", "uploads"),
    ],
  });
});

beforeEach(() => {
  handed = [];
  failing = [];
  sent = [];
  events = [];
});

const client = () => new S3Client({ credentials: LOCAL_CREDENTIALS });

/** Stores a failed batch as Lambda does. */
const keep = (...eventIds: readonly string[]) =>
  keepRecords(
    eventIds.map((eventID) => ({
      eventID,
      eventName: "INSERT",
      dynamodb: { SequenceNumber: eventID, Keys: {} },
    })),
  );

async function keepRecords(records: readonly StreamRecord[]) {
  const mapping: StreamMappingSpec = {
    id: "mapping",
    streamArn: STREAM,
    tableName: "table",
    functionName: "reader",
    batchSize: 10,
    startsAt: "TRIM_HORIZON",
    reportsItemFailures: true,
    bisects: true,
    retries: 10,
    filters: [],
  };
  const Body = JSON.stringify(buildFailedBatch(mapping, STREAM, records));
  const Key = buildFailedBatchKey(mapping, new Date());
  await client().send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  return Key;
}

const keys = async () =>
  ((await client().send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents ?? []).map(({ Key }) => Key);

describe("npm run ops -- redrive", () => {
  test("delivers every failed batch to its function, keeps those that fail again, and retries them the next time", async () => {
    const [first, second, third] = [await keep("1", "2"), await keep("3"), await keep("throws")];
    const dry = await ops("redrive --dry-run");
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining("3 batches of records failed.") });
    expect(handed).toEqual([]);

    failing = ["3"];
    const { code, output } = await ops("redrive");
    expect([code, handed.toSorted()]).toEqual([
      1,
      [`1 of ${STREAM},2 of ${STREAM}`, `3 of ${STREAM}`, `throws of ${STREAM}`],
    ]);
    expect(output).toContain(`done ${first}`);
    expect(output).toContain("1 batches are done, 2 failed again.");
    expect((await keys()).toSorted()).toEqual([second, third].toSorted());
    expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain("events.redrive");

    failing = [];
    expect(await ops("redrive")).toMatchObject({ code: 1 });
    expect(await keys()).toEqual([third]);
    const { Body } = await client().send(new GetObjectCommand({ Bucket: BUCKET, Key: third }));
    expect(await Body?.transformToString()).toContain("throws");
  });

  test("returns messages to their queue and sends events to their function, by kind", async () => {
    const message = (body: string) => ({ Records: [{ body }] });
    letters.add("unsent", { functionName: "mailer", reason: "refused", payload: message("receipt") });
    letters.add("unsent", { functionName: "mailer", reason: "refused", payload: message("payout") });
    letters.add("unanswered", { functionName: "answerer", reason: "refused", payload: message("link") });
    letters.add("uploads", { functionName: "media", reason: "memory", payload: { key: "uploads/1" } });

    const dry = await ops("redrive --dry-run");
    expect(dry.output).toContain("UnsentMails: 2 events failed.");
    expect(dry.output).toContain("UndeliveredUploads: 1 event failed.");
    expect([dry.code, sent]).toEqual([0, []]);

    const { code, output } = await ops("redrive --only UnsentMails");
    expect([code, sent]).toEqual([0, ["mailer: receipt", "mailer: payout"]]);
    expect(output).toContain("UnsentMails: redrove 2 events.");
    letters.add("unsent", { functionName: "mailer", reason: "refused", payload: message("refund") });
    expect((await ops("redrive --only UnsentMails")).output).toContain("UnsentMails: redrove 1 events.");
    expect(sent.pop()).toBe("mailer: refund");

    await ops("redrive --only UndeliveredUploads");
    expect(sent[2]).toBe('media: {"key":"uploads/1"}');
    expect(letters.list("uploads")).toEqual([]);
    expect(letters.list("unanswered")).toHaveLength(1);
    expect((await ops("redrive --only UnansweredMailRequests")).code).toBe(0);
    expect(sent[3]).toBe("answerer: link");
    const unknown = await ops("redrive --only Letters");
    expect(unknown.output).toContain(
      "--only Letters: the kinds are UndeliveredRecords, UndeliveredUploads, UnsentMails,",
    );
  });
});

test("a repeatedly failed message is reported, listed by dead-letters and dropped, with audit entries", async () => {
  const comeBack = () => letters.add("unsent", { functionName: "mailer", reason: "refused", payload: events.pop() });
  letters.add("unsent", { functionName: "mailer", reason: "refused", payload: { Records: [{ body: "poison" }] } });
  expect((await ops("redrive --only UnsentMails")).output).not.toContain("failed again");
  comeBack();
  const { output } = await ops("redrive --only UnsentMails");
  expect(output).toMatch(/UnsentMails: [\da-f]{32} failed again after 1 redrives/);
  comeBack();

  const looks = [await ops("dead-letters list"), await ops("dead-letters list --only UnsentMails")];
  const ids = looks.map(
    (look) => /UnsentMails ([\da-f]{32}) {2}failed again after 2 redrives\n {2}poison/.exec(look.output)?.[1],
  );
  expect([ids[0], looks[1]?.code, letters.list("unsent").length]).toEqual([ids[1], 0, 1]);
  const drop = `dead-letters drop ${ids[0]} --only UnsentMails`;
  expect(await ops(`${drop} --dry-run`)).toMatchObject({ code: 0 });
  expect(letters.list("unsent")).toHaveLength(1);
  expect(await ops(drop)).toMatchObject({ code: 0, output: expect.stringContaining("of UnsentMails.") });
  expect(letters.list("unsent")).toEqual([]);
  expect(await ops(drop)).toMatchObject({ code: 1, output: expect.stringContaining("There is no ") });
  const audit = await scanTable(process.env.AUDIT_TABLE_NAME);
  expect(audit).toContain("events.read");
  expect(audit).toContain("events.drop");
  expect(audit).toContain(ids[0]);
});

describe("a record of an unreadable item", () => {
  const ids = ["1", "2"].map((nth) => `01a22000-0000-7000-8000-00000000000${nth}`);
  const image = (id: string, rest: object = {}) => ({
    [TABLE.partitionKey]: { S: `A#${id}` },
    [TABLE.sortKey]: { S: "A" },
    ...rest,
  });
  const put = (id: string, rest: object = {}) =>
    new DynamoDBClient({}).send(
      new PutItemCommand({ TableName: process.env.TABLE_NAME, Item: image(id, { favorites: { N: "1" }, ...rest }) }),
    );
  const getRecord = (id: string) => ({
    eventID: id,
    eventName: "MODIFY",
    dynamodb: { SequenceNumber: id, Keys: image(id), NewImage: image(id, { favorites: { N: "1" } }) },
  });

  test("is delivered with the current item once that is repaired, and can be dropped", async () => {
    const [repaired = "", spoilt = ""] = ids;
    await put(repaired, { title: { S: "Repaired" } });
    await put(spoilt);
    failing = ids;
    const [done, left] = [await keepRecords([getRecord(repaired)]), await keepRecords([getRecord(spoilt)])];
    const before = (await keys()).length;
    const { code, output } = await ops("redrive --only UndeliveredRecords");
    expect([code, output]).toEqual([1, expect.stringContaining(`done ${done}, using current item state`)]);
    expect(output).toContain(`failed again ${left}`);
    expect(await keys()).toHaveLength(before - 1);

    const look = await ops("dead-letters list --only UndeliveredRecords");
    expect(look.output).toContain(`UndeliveredRecords ${left}\n  MODIFY of the item A#${spoilt} A`);
    expect(await ops(`dead-letters drop ${left} --only UndeliveredRecords`)).toMatchObject({ code: 0 });
    expect(await keys()).not.toContain(left);
    expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain(left);
  });
});

test.each([
  ["dead-letters drop 7", "Expected list, or drop <id> --only <kind>."],
  ["dead-letters list --dry-run", "list has no dry run"],
  ["dead-letters list --only Letters", "the kinds are UndeliveredRecords, UndeliveredUploads, UnsentMails,"],
])("%s is refused", async (line, reason) => {
  expect(await ops(line)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});

test("a redrive reports messages that are still in flight", async () => {
  letters.add("uploads", { functionName: "media", reason: "memory", payload: { key: "uploads/2" } });
  holding = true;
  const { code, output } = await ops("redrive --only UndeliveredUploads");
  holding = false;
  expect([code, output]).toEqual([1, expect.stringContaining("1 messages are still in flight")]);
  expect(output).not.toContain("No failed events.");
  expect((await ops("redrive --only UndeliveredUploads")).output).toContain("redrove 1 events.");
});

describe("npm run ops -- reindex", () => {
  test("rebuilds a lost index, and can be repeated", async () => {
    const given = createGiven(api);
    const { userId } = await given.user();
    const { artworkId } = await given.artwork(userId, { artworkTitle: "Reindexed lighthouse" });
    const find = async () => {
      const { body } = await api.call(search, { query: { q: "lighthouse" } });
      return body.items.map((item) => ("artworkId" in item ? item.artworkId : item.id));
    };
    expect(await find()).toEqual([]);
    expect(await ops("reindex --dry-run")).toMatchObject({
      code: 0,
      output: expect.stringContaining("1 artwork."),
    });
    expect(await find()).toEqual([]);
    for (const _run of [1, 2]) {
      const { code, output } = await ops("reindex");
      expect([code, output]).toEqual([0, expect.stringContaining("Indexed 1 artwork.")]);
      expect(await find()).toEqual([artworkId]);
    }
    expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain("index.rebuild");
  });
});

describe("npm run ops", () => {
  test("refuses unknown commands and stacks with one line", async () => {
    const { code, output } = await ops("restart");
    expect([code, output.split("\n")[0]]).toEqual([
      1,
      expect.stringContaining("There is no command restart. The commands"),
    ]);
    const { output: hostile } = await ops("re\u001b[31mstart\u202e");
    expect(hostile).toContain("There is no command re\\u{1b}[31mstart\\u{202e}.");
    const unknown = await run(PROJECT, "bin/ops.ts", "reindex", "--stack", "ochre-production");
    expect([unknown.code, unknown.output.split("\n")[0]]).toEqual([1, "There is no stack ochre-production."]);
    vi.stubEnv("PORT", "9");
    const nobody = await run(PROJECT, "bin/ops.ts", "reindex", "--dry-run");
    vi.unstubAllEnvs();
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining("Run npm start")]);
  });

  test.each(COMMANDS)("explains $name, by help and by --help alike", async ({ name, summary }) => {
    const asked = await run(PROJECT, "bin/ops.ts", "help", name);
    expect(asked).toMatchObject({ code: 0, output: expect.stringContaining(summary) });
    expect(asked.output).toContain(`npm run ops -- ${name}`);
    expect(asked.output).not.toContain("()");
    expect(await run(PROJECT, "bin/ops.ts", name, "--help")).toEqual(asked);
  });

  test("lists every command with its summary", async () => {
    const { output } = await run(PROJECT, "bin/ops.ts", "help");
    for (const { name, summary } of COMMANDS) expect(output).toMatch(new RegExp(`${name} +${summary}`));
  });

  test("has every command with its role in docs/operations.md", () => {
    const page = readFileSync(join(PROJECT, "docs/operations.md"), "utf8");
    const rows = [...page.matchAll(/^\| `([a-z]+)` \| ((?:`[a-z-]+`(?:, )?)+) \|/gm)];
    const commands = rows.flatMap(([, work, names = ""]) => names.split(", ").map((name) => `${work} ${name}`));
    expect(commands.sort()).toEqual(COMMANDS.map(({ name, role }) => `${role} \`${name}\``).sort());
  });
});
