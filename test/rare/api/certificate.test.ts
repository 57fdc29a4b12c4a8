import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  computeCommitment,
  computeFingerprint,
  toCertificatePayload,
} from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { deriveSigningKey } from "#lambdas/platform/signing/open-signing.ts";
import { toCanonicalPayload } from "#shared/certificate/proof.ts";
import {
  downloadOrder,
  readCertificate,
  readCertificateKey,
  readCertificatePdf,
  verifyLicense,
} from "#shared/contract/licenses.ts";
import type { Certificate } from "#shared/model/license.ts";
import { createGiven } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { run } from "#test/tools/project-copy.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

let api: Api;
let artist: { userId: string };
let buyer: { userId: string };
let order: Awaited<ReturnType<typeof putOrder>>;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  [artist, buyer] = [await given.user(), await given.user()];
  order = await putOrder(api, { buyerId: buyer.userId, sellerId: artist.userId, company: "Dune Ltd" });
  folder = await mkdtemp(join(tmpdir(), "certificate-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const certificateFor = async (as: string) =>
  await api.call(readCertificate, { as, params: { orderId: order.orderId } });

describe("a certificate", () => {
  test("is the same for both parties, refused to others, and verifies with the public key", async () => {
    const { body } = await certificateFor(buyer.userId);
    expect((await certificateFor(artist.userId)).body).toEqual(body);
    const stranger = await certificateFor((await createGiven(api).user()).userId);
    expect([stranger.status, stranger.failure.code]).toEqual([404, "order_not_found"]);

    const { body: key } = await api.call(readCertificateKey, {});
    expect([key.algorithm, key.keyId]).toEqual(["Ed25519", body.keyId]);
    const bytes = Buffer.from(toCanonicalPayload(body.payload));
    expect(verify(null, bytes, createPublicKey(key.publicKey), Buffer.from(body.signature, "base64"))).toBe(true);
    expect([computeFingerprint(body.payload), order.fingerprint]).toEqual([
      body.licenseFingerprint,
      body.licenseFingerprint,
    ]);
  });

  test("commits to its parties without naming them", async () => {
    const { body } = await certificateFor(buyer.userId);
    const { assigneeCommitment, assignorCommitment } = body.payload;
    expect(assigneeCommitment).toBe(sha256(JSON.stringify([order.assigneeIdentifier, "Bo Buyer", "Dune Ltd"])));
    expect(assignorCommitment).toBe(sha256(JSON.stringify([order.assignorIdentifier, "Ada Painter"])));
    expect(body.payload.payloadVersion).toBe(2);
    const text = JSON.stringify(body);
    for (const secret of ["Bo Buyer", "Dune Ltd", "Ada Painter", order.assigneeIdentifier, order.orderId]) {
      expect(text).not.toContain(secret);
    }
  });
});

/** Creates an order with a certificate of version 1. */
async function orderOfVersion1() {
  const { certificateVersion: _, ...drafted } = await putOrder(api, {
    buyerId: buyer.userId,
    sellerId: artist.userId,
    company: "Dune Ltd",
  });
  const fingerprint = computeFingerprint(toCertificatePayload(drafted));
  const { orderId } = drafted;
  await api.services.table.send(
    OrderEntity.build(UpdateItemCommand).item({ orderId, certificateVersion: $remove(), fingerprint }),
  );
  return { ...drafted, fingerprint };
}

describe("a party's commitment", () => {
  const splits = [
    ["Ann", "Arbor Ltd"],
    ["AnnArbor", " Ltd"],
    ["AnnArbor Ltd", ""],
  ] as const;
  const getCommitments = (version: number) =>
    new Set(splits.map((parts) => computeCommitment(version, [order.assigneeIdentifier, ...parts])));

  test("differs for every split of a text, unlike in version 1", () => {
    expect([getCommitments(1).size, getCommitments(2).size]).toEqual([1, splits.length]);
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 3 }), fc.array(fc.string(), { maxLength: 3 }), (one, other) => {
        const isSame = computeCommitment(2, one) === computeCommitment(2, other);
        expect(isSame).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test("of version 1 is unchanged, as are its certificate and fingerprint", async () => {
    const old = await orderOfVersion1();
    const { body } = await api.call(readCertificate, { as: buyer.userId, params: { orderId: old.orderId } });
    expect(body.payload).not.toHaveProperty("payloadVersion");
    expect(body.payload).toMatchObject({
      assigneeCommitment: sha256(`${old.assigneeIdentifier}Bo BuyerDune Ltd`),
      assignorCommitment: sha256(`${old.assignorIdentifier}Ada Painter`),
    });
    expect([body.licenseFingerprint, computeFingerprint(body.payload)]).toEqual([old.fingerprint, old.fingerprint]);
    const { assigneeIdentifier, fingerprint: licenseFingerprint } = old;
    const verified = await api.call(verifyLicense, { body: { licenseFingerprint, assigneeIdentifier } });
    expect(verified.body).toMatchObject({ status: "valid", licenseAssignee: "Bo Buyer", licenseCompany: "Dune Ltd" });
  });
});

describe("the command that verifies a certificate", () => {
  let files = 0;
  async function stored(content: unknown) {
    const file = join(folder, `${++files}`);
    const isRaw = typeof content === "string" || content instanceof Uint8Array;
    await writeFile(file, isRaw ? content : JSON.stringify(content, null, 2));
    return file;
  }

  const check = async (certificate: unknown, ...options: string[]) =>
    run(process.cwd(), "bin/verify-certificate.ts", await stored(certificate), ...options);
  const keyFile = async () => ["--key", await stored((await api.services.signing.key()).publicKey)];

  test("accepts a genuine one, offline or with the site's key", async () => {
    const { body } = await certificateFor(buyer.userId);
    const genuine = {
      code: 0,
      output: expect.stringContaining('GENUINE: Personal license for business use of "Dunes'),
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
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining("Pass it with --key")]);
  });

  test("accepts the PDF, and refuses a changed one", async () => {
    const { body } = await api.call(readCertificatePdf, { as: buyer.userId, params: { orderId: order.orderId } });
    expect((await check(body, ...(await keyFile()))).output).toContain("GENUINE: Personal license for business use");
    const changed = Buffer.from(body).toString("latin1").replace('"licensePrice": 1000', '"licensePrice": 9000');
    const refused = await check(Buffer.from(changed, "latin1"), ...(await keyFile()));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("doesn't match its fingerprint")]);
  });

  test("proves the parties in both versions, but no other split of their names", async () => {
    for (const one of [order, await orderOfVersion1()]) {
      const { body } = await api.call(readCertificate, { as: buyer.userId, params: { orderId: one.orderId } });
      const prove = async (...options: string[]) => check(body, ...(await keyFile()), ...options);
      const assignee = ["--identifier", one.assigneeIdentifier, "--party", "Bo Buyer", "--company", "Dune Ltd"];
      expect((await prove(...assignee)).output).toContain("GENUINE: ");
      expect((await prove(...assignee)).output).toContain("Bo Buyer is its assignee.");
      const assignor = ["--identifier", one.assignorIdentifier, "--party", "Ada Painter"];
      expect((await prove(...assignor)).output).toContain("Ada Painter is its assignor.");
    }
    const { body } = await certificateFor(buyer.userId);
    const split = ["--identifier", order.assigneeIdentifier, "--party", "Bo", "--company", " BuyerDune Ltd"];
    const refused = await check(body, ...(await keyFile()), ...split);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("WRONG PARTY: no party has this name")]);
  });

  test("proves the downloaded picture, and no other", async () => {
    const given = createGiven(api);
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    const [{ body }, { redirect }] = await Promise.all([
      api.call(readCertificate, { as: buyer.userId, params: { orderId } }),
      api.call(downloadOrder, { as: buyer.userId, params: { orderId } }).then((reply) => reply.body),
    ]);
    const file = Buffer.from(await (await fetch(redirect)).arrayBuffer());
    const prove = async (picture: Buffer) => check(body, ...(await keyFile()), "--picture", await stored(picture));
    expect((await prove(file)).output).toContain("GENUINE: ");
    const wrong = await prove(await createPicture({ width: 1100 }));
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/^WRONG PICTURE: .*\n$/)]);
    expect((await prove(Buffer.from("no picture"))).output).toContain("WRONG PICTURE: ");
  });

  const withPayload = (change: object) => (body: Certificate) => ({ ...body, payload: { ...body.payload, ...change } });
  const resealed = (change: object) => (body: Certificate) => {
    const { payload } = withPayload(change)(body);
    return { ...body, payload, licenseFingerprint: computeFingerprint(payload) };
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
    ["a price and fingerprint made to fit", resealed({ licensePrice: 1 }), "its signature is invalid"],
    [
      "a changed signature",
      (body) => ({ ...body, signature: Buffer.alloc(64, 1).toString("base64") }),
      "its signature is invalid",
    ],
    ["another key", (body) => ({ ...body, keyId: "0".repeat(16) }), "isn't one of the platform's"],
    [
      "one signed by someone else",
      (body) => {
        const forger = deriveSigningKey("forger");
        const signature = forger.sign(Buffer.from(toCanonicalPayload(body.payload))).toString("base64");
        return { ...body, signature };
      },
      "its signature is invalid",
    ],
  ])("refuses %s in one line", async (_what, change, reason) => {
    const { body } = await certificateFor(buyer.userId);
    const refused = await check(change(body), ...(await keyFile()));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(reason)]);
    expect(refused.output).toMatch(/^FORGED: .*\n$/);
  });

  test("refuses other content than a certificate, and other keys", async () => {
    const { body } = await certificateFor(buyer.userId);
    const key = await keyFile();
    for (const nonsense of ["", "{", "null", "{}", { ...body, payload: null }]) {
      const refused = await check(nonsense, ...key);
      expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^\S+ contains no certificate\.\n$/)]);
    }
    const noKey = await check(body, "--key", await stored("no key"));
    expect([noKey.code, noKey.output]).toEqual([1, "The key isn't an Ed25519 public key in PEM.\n"]);
    const missing = await run(process.cwd(), "bin/verify-certificate.ts", join(folder, "missing"));
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining("can't be read")]);
  });
});
