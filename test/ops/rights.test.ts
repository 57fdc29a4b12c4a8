import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { createQueueEndpoint, startInvokeEndpoint } from "ochre-local/services";
import { queueArn } from "ochre-local/template";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { COMMANDS } from "#bin/ops/commands.ts";
import { VersionEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import type { OperatorRole } from "#lib/constructs/operators.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { createGiven } from "#test/support/given.ts";
import { operatorToken } from "#test/support/rights.ts";
import { startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** Runs a command as an operator with the policy of one role. */
async function ops(role: OperatorRole, ...words: readonly string[]) {
  vi.stubEnv("AWS_SESSION_TOKEN", operatorToken(role));
  try {
    return await run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);
  } finally {
    vi.unstubAllEnvs();
  }
}

let ids: { artworkId: string; versionId: string; userId: string; otherId: string };

beforeAll(async () => {
  const api = await startApi();
  const given = createGiven(api);
  const [artist, other] = [await given.user(), await given.user()];
  const { artworkId, versionId } = await given.artwork(artist.userId);
  ids = { artworkId, versionId, userId: artist.userId, otherId: other.userId };
  const queue = { delaySeconds: 0, visibilitySeconds: 30, attempts: 3, reportsItemFailures: true, batchSize: 10 };
  const invalidations = { ...queue, name: "invalidations", arn: queueArn("invalidations"), consumer: "edge" };
  const endpoint = await startInvokeEndpoint({
    functions: () => ({ has: () => false, invoke: async () => ({ requestId: "1", payload: "null" }) }),
    enqueue: () => {},
    log: () => {},
    otherServices: [createQueueEndpoint(() => [invalidations], { add: () => {} })],
  });
  atFileEnd(() => endpoint.stop());
  process.env.AWS_ENDPOINT_URL_SQS = endpoint.url;
  const { env } = process;
  const of = (logicalId: string, type: string, physicalId = "") => ({ logicalId, type, physicalId });
  await startStage({
    resources: [
      of("PicturesOriginals1", "AWS::S3::Bucket", api.buckets.originals),
      of("PicturesPreviews1", "AWS::S3::Bucket", api.buckets.previews),
      of("SigningKey1", "AWS::SecretsManager::Secret", env.SIGNING_SECRET_ARN),
      of("MediaInvalidations1", "AWS::SQS::Queue", `${endpoint.url}/000000000000/invalidations`),
    ],
  });
});

/** Arguments of each command that use all services available in tests. */
const FORMS: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
  reindex: () => [["reindex"]],
  restore: () => [["restore", "reconcile", "--since", new Date().toISOString()]],
  item: () => {
    const { key: stored } = VersionEntity.build(EntityParser).parse(ids, { mode: "key" });
    const key = ["--key", Object.values(stored).join(" ")];
    return [
      ["item", "show", ...key],
      ["item", "hide", ...key],
      ["item", "unhide", ...key],
      ["item", "put", ...key, "--from", process.env.TABLE_NAME ?? ""],
    ];
  },
  accounts: () => [
    ["accounts", "end-sessions", "--user", ids.userId],
    ["accounts", "remove-abandoned"],
  ],
  block: () => [
    ["block", "--artwork", ids.artworkId],
    ["block", "--user", ids.userId, "--reason", "Copies", "--rule", "Copyright law"],
  ],
  unblock: () => [
    ["unblock", "--user", ids.userId, "--reason", "Checked"],
    ["unblock", "--artwork", ids.artworkId],
  ],
  takedown: () => [["takedown", "--link", `/artwork/${ids.artworkId}`, "--reason", "A copy", "--reporter", "letter 7"]],
  "counter-notice": () => [["counter-notice", "--link", `/artwork/${ids.artworkId}`, "--answer", "Mine"]],
  mature: () => [["mature", "mark", "--artwork", ids.artworkId, "--reason", "Nudity", "--rule", "Our terms"]],
  curate: () => [["curate", "clear"]],
  synonyms: () => [["synonyms", "add", "tram streetcar"]],
  discount: () => [
    ["discount", "create", "SPRING", "--percent", "20"],
    ["discount", "end", "SPRING"],
  ],
  "export-user": () => [["export-user", "--user", ids.userId, "--out", join(folder, "export")]],
  "erase-user": () => [["erase-user", "--user", ids.otherId]],
  operators: () => [
    ["operators", "grant", "--user", ids.userId, "--permission", "support"],
    ["operators", "list"],
  ],
  audit: () => [["audit"]],
  rotate: () => [["rotate", "signing-key", "--wait", "0"]],
};

/** Commands whose services tests don't have. */
const UNTESTED = ["redrive", "dead-letters", "ledger", "disputes", "order", "thread", "alarms"];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(inject("temporaryFolder"), "rights-"));
});

describe("the policy of a command's role allows its calls", () => {
  test.each(COMMANDS.filter(({ name }) => FORMS[name]))("$name, of the role $role", async ({ name, role }) => {
    for (const words of FORMS[name]?.() ?? []) {
      const { code, output } = await ops(role, ...words);
      expect([words.join(" "), output, code]).toEqual([
        words.join(" "),
        expect.not.stringContaining("not authorized"),
        0,
      ]);
    }
  });
});

test("every command is tested, or listed as untested", () => {
  expect(COMMANDS.map(({ name }) => name).sort()).toEqual([...Object.keys(FORMS), ...UNTESTED].sort());
});

test.each(["read", "release"] as const)("the policy of the role %s refuses a moderator's command", async (role) => {
  const { code, output } = await ops(role, "discount", "create", "AUTUMN", "--percent", "5");
  expect([code, output]).toEqual([1, expect.stringContaining("not authorized to perform: dynamodb:")]);
});
