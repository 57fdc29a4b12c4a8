import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalPayload, commitmentOf, fingerprintOf } from "#lambdas/purchases/certificate-payload.ts";
import { signingKeyOf } from "#lambdas/signing/open-signing.ts";
import { readCertificate, readCertificateKey } from "#shared/contract/licenses.ts";
import type { Certificate } from "#shared/model/license.ts";
import { givenIn } from "#test/support/given.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { run } from "#test/tools/project-copy.ts";

let api: Api;
let artist: { userId: string };
let buyer: { userId: string };
let order: Awaited<ReturnType<typeof putOrder>>;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  const given = givenIn(api);
  [artist, buyer] = [await given.user(), await given.user()];
  order = await putOrder(api, { buyerId: buyer.userId, sellerId: artist.userId, company: "Dune Ltd" });
  folder = await mkdtemp(join(tmpdir(), "certificate-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const certificateFor = async (as: string) =>
  await api.call(readCertificate, { as, params: { orderId: order.orderId } });

describe("a certificate", () => {
  test("is the same for both sides and nobody else's, and verifies with the public key alone", async () => {
    const { body } = await certificateFor(buyer.userId);
    expect((await certificateFor(artist.userId)).body).toEqual(body);
    const stranger = await certificateFor(api.services.newId());
    expect([stranger.status, stranger.failure.code]).toEqual([404, "order_not_found"]);

    const { body: key } = await api.call(readCertificateKey, {});
    expect([key.algorithm, key.keyId]).toEqual(["Ed25519", body.keyId]);
    const bytes = Buffer.from(canonicalPayload(body.payload));
    expect(verify(null, bytes, createPublicKey(key.publicKey), Buffer.from(body.signature, "base64"))).toBe(true);
    expect([fingerprintOf(body.payload), order.fingerprint]).toEqual([
      body.licenseFingerprint,
      body.licenseFingerprint,
    ]);
  });

  test("commits to its parties without naming them", async () => {
    const { body } = await certificateFor(buyer.userId);
    const { assigneeCommitment, assignorCommitment } = body.payload;
    expect(assigneeCommitment).toBe(commitmentOf(order.assigneeIdentifier, "Bo Buyer", "Dune Ltd"));
    expect(assignorCommitment).toBe(commitmentOf(order.assignorIdentifier, "Ada Painter"));
    const text = JSON.stringify(body);
    for (const secret of ["Bo Buyer", "Dune Ltd", "Ada Painter", order.assigneeIdentifier, order.orderId]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("the command that verifies a certificate", () => {
  let files = 0;
  async function stored(content: unknown) {
    const file = join(folder, `${++files}`);
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  }

  const check = async (certificate: unknown, ...options: string[]) =>
    run(process.cwd(), "bin/verify-certificate.ts", await stored(certificate), ...options);
  const keyFile = async () => ["--key", await stored((await api.services.signing.key()).publicKey)];

  test("knows a genuine one, offline or with the key from the site", async () => {
    const { body } = await certificateFor(buyer.userId);
    const genuine = {
      code: 0,
      output: expect.stringContaining('GENUINE: personal license for business use of "Dunes'),
    };
    expect(await check(body, ...(await keyFile()))).toEqual(genuine);

    const site = createServer(async (request, response) => {
      const { body: key } = await api.call(readCertificateKey, {});
      response.writeHead(request.url === "/api/verifier/key" ? 200 : 404).end(JSON.stringify(key));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => site.once("listening", resolve));
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    expect(await check(body, "--site", address)).toEqual(genuine);
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
    const nobody = await check(body, "--site", address);
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining("give it with --key")]);
  });

  const withPayload = (change: object) => (body: Certificate) => ({ ...body, payload: { ...body.payload, ...change } });
  const resealed = (change: object) => (body: Certificate) => {
    const { payload } = withPayload(change)(body);
    return { ...body, payload, licenseFingerprint: fingerprintOf(payload) };
  };

  test.each<[string, (body: Certificate) => object, string]>([
    ["a changed title", withPayload({ artworkTitle: "Dunes at night" }), "doesn't match its fingerprint"],
    ["a changed licence", withPayload({ licenseType: "commercial" }), "doesn't match its fingerprint"],
    ["an added field", withPayload({ exclusive: true }), "doesn't match its fingerprint"],
    [
      "an id in other letters",
      ({ payload, ...rest }) => ({ ...rest, payload: { ...payload, licenseId: payload.licenseId.toUpperCase() } }),
      "doesn't match its fingerprint",
    ],
    [
      "a changed fingerprint",
      (body) => ({ ...body, licenseFingerprint: "0".repeat(40) }),
      "doesn't match its fingerprint",
    ],
    ["a price and fingerprint made to fit", resealed({ licensePrice: 1 }), "the platform didn't sign this"],
    [
      "a changed signature",
      (body) => ({ ...body, signature: Buffer.alloc(64, 1).toString("base64") }),
      "the platform didn't sign this",
    ],
    ["another key", (body) => ({ ...body, keyId: "0".repeat(16) }), "isn't the platform's"],
    [
      "one signed by someone else",
      (body) => {
        const forger = signingKeyOf("forger");
        const signature = forger.sign(Buffer.from(canonicalPayload(body.payload))).toString("base64");
        return { ...body, signature };
      },
      "the platform didn't sign this",
    ],
  ])("refuses %s in one line", async (_what, change, reason) => {
    const { body } = await certificateFor(buyer.userId);
    const refused = await check(change(body), ...(await keyFile()));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(reason)]);
    expect(refused.output).toMatch(/^FORGED: .*\n$/);
  });

  test("refuses what is no certificate or no key", async () => {
    const { body } = await certificateFor(buyer.userId);
    const key = await keyFile();
    for (const nonsense of ["", "{", "null", "{}", { ...body, payload: null }]) {
      const refused = await check(nonsense, ...key);
      expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^\S+ holds no certificate\.\n$/)]);
    }
    const noKey = await check(body, "--key", await stored("no key"));
    expect([noKey.code, noKey.output]).toEqual([1, "The key is no Ed25519 public key in PEM.\n"]);
    const missing = await run(process.cwd(), "bin/verify-certificate.ts", join(folder, "missing"));
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining("can't be read")]);
  });
});
