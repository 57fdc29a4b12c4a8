import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { findCertificate, formatCertificate } from "#shared/certificate/file.ts";
import { findProblem } from "#shared/certificate/proof.ts";
import { listAllowedUses, REVOKED } from "#shared/certificate/words.ts";
import { readCertificate, readCertificateKey, readCertificatePdf, verifyLicense } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { createGiven } from "#test/support/given.ts";
import { pdfText } from "#test/support/pdf-text.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let artist: { userId: string };
let buyer: { userId: string };

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  [artist, buyer] = [await given.user({ fullName: "Zofia Zielińska" }), await given.user({ fullName: "Łukasz Đặng" })];
});

const sold = (facts: Partial<Parameters<typeof putOrder>[1]> = {}) =>
  putOrder(api, { buyerId: buyer.userId, sellerId: artist.userId, at: new Date("2026-11-05T23:30:00Z"), ...facts });

const named = ({ orderId }: { orderId: string }, names: object) =>
  api.services.table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, ...names }));

async function getPdf({ orderId }: { orderId: string }, as = buyer.userId) {
  const { status, body, headers } = await api.call(readCertificatePdf, { as, params: { orderId } });
  return { status, file: Buffer.from(body), headers };
}

const keys = async () => (await api.call(readCertificateKey, {})).body.keys;

describe("a certificate's PDF", () => {
  test("embeds the exact JSON certificate with a valid signature", async () => {
    const order = await sold();
    const { status, file, headers } = await getPdf(order);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "application/pdf", "no-store"]);
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    const { body } = await api.call(readCertificate, { as: buyer.userId, params: { orderId: order.orderId } });
    expect(file.includes(formatCertificate(body))).toBe(true);
    const found = findCertificate(file);
    expect(found).toEqual(body);
    expect(found && (await findProblem(found, await keys()))).toBeUndefined();
  });

  test("is the same for both parties, and refused to others", async () => {
    const order = await sold();
    const { file } = await getPdf(order);
    expect((await getPdf(order, artist.userId)).file.equals(file)).toBe(true);
    const stranger = await createGiven(api).user();
    const { status, failure } = await api.call(readCertificatePdf, {
      as: stranger.userId,
      params: { orderId: order.orderId },
    });
    expect([status, failure.code]).toEqual([404, "order_not_found"]);
    expect((await api.call(readCertificatePdf, { params: { orderId: order.orderId } })).status).toBe(401);
  });

  test("states the allowed uses first, then the parties, the date and the price, and the numbers last", async () => {
    const order = await sold({ company: "Dune Ltd", price: 4000 });
    const { file } = await getPdf(order, artist.userId);
    expect(file.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(1);
    const text = pdfText(file);
    const { holder, rights, examples } = listAllowedUses({ ...order, status: "valid" });
    const inOrder = [
      "Dune Ltd, represented by Bo Buyer, holds a personal license to the artwork “Dunes at noon”, granted by Ada Painter.",
      "What it allows",
      `${holder}${rights}`.slice(0, 40),
      ...examples.map((example) => example.slice(0, 40)),
      "Licensed to",
      "5 November 2026",
      "$40.00",
      formatOrderNumber(order.orderId),
      "Fingerprint",
      "f".repeat(64),
    ];
    const places = inOrder.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const identifier of [order.assigneeIdentifier, order.assignorIdentifier]) {
      expect(text).not.toContain(identifier);
      expect(file.includes(identifier)).toBe(false);
    }
  });

  test("has price and order, which the verifier doesn't show", async () => {
    const order = await sold({ price: 4000 });
    const { fingerprint: licenseFingerprint, assigneeIdentifier, assignorIdentifier } = order;
    const verified = await api.call(verifyLicense, {
      body: { licenseFingerprint, assigneeIdentifier, assignorIdentifier },
    });
    expect(verified.body).toMatchObject({ licenseAssignee: "Bo Buyer", licenseAssignor: "Ada Painter" });
    expect(JSON.stringify(verified.body)).not.toMatch(new RegExp(`${order.orderId}|4000`));
  });

  test.each([
    [
      "accents, also decomposed ones",
      "Zofia Zielińska",
      "Ža\u030c Đặng",
      "Zofia Zielińska holds",
      "granted by Žǎ Đặng.",
    ],
    ["Greek and Cyrillic letters", "Γιώργος Παπαδόπουλος", "Иван Петров", "Γιώργος Παπαδόπουλος holds", "Иван Петров."],
    ["Vietnamese tones", "Nguyễn Thị Ánh", "Phạm Đức", "Nguyễn Thị Ánh holds", "granted by Phạm Đức."],
    ["Chinese characters, simplified and traditional", "张伟", "王小明與龍", "张伟 holds", "granted by 王小明與龍."],
    ["Japanese and Korean ones", "葛飾 ひかり・アダ", "김민준", "葛飾 ひかり・アダ holds", "granted by 김민준."],
    ["Thai letters", "สมชาย ใจดี", "Bo", "สมชาย ใจดี holds", "granted by Bo."],
    ["Hebrew letters, from right to left", "שרה כהן", "דוד", "ןהכ הרש holds", "granted by דוד."],
    ["pictographs", "Ada 🎨 Love", "Bo ♥", "Ada 🎨 Love holds", "granted by Bo ♥."],
    ["boxes for characters without a glyph", "Ada 𓀀", "Bo \u{1F0}\u0007", "Ada □ holds", "granted by Bo ǰ□."],
  ])("draws names with %s", async (_what, licenseAssignee, licenseAssignor, holder, giver) => {
    const order = await sold();
    await named(order, { licenseAssignee, licenseAssignor });
    const text = pdfText((await getPdf(order)).file);
    expect(text).toContain(holder);
    expect(text).toContain(giver);
  });

  test("shows the picture that was bought, unless it is gone", async () => {
    const given = createGiven(api);
    const { artworkId } = await given.artwork(artist.userId);
    const { file } = await getPdf(await given.order(artworkId, buyer.userId));
    expect(file.includes("/Subtype /Image")).toBe(true);
    expect(file.length).toBeLessThan(LIMITS.certificateFile.maxBytes / 2);
    expect((await getPdf(await sold())).file.includes("/Subtype /Image")).toBe(false);
  });

  test("of a revoked license says that it is revoked, and lists no uses", async () => {
    const text = pdfText((await getPdf(await sold({ status: "refunded" }))).file);
    expect(text).toContain(REVOKED);
    expect(text).toContain("Bo Buyer held a personal license");
    expect(text).not.toContain("What it allows");
  });
});

describe("a certificate in a file", () => {
  test("isn't genuine if a word is changed", async () => {
    const { file } = await getPdf(await sold());
    const forged = findCertificate(
      Buffer.from(file.toString("latin1").replace('"Dunes at noon"', '"Dunes at dawn"'), "latin1"),
    );
    expect(forged?.payload.artworkTitle).toBe("Dunes at dawn");
    expect(forged && (await findProblem(forged, await keys()))).toBe("changed");
  });

  test("isn't found in other, truncated or too large files", async () => {
    const { file } = await getPdf(await sold());
    const at = file.indexOf('"licenseFingerprint"');
    const padded = Buffer.concat([file, Buffer.alloc(LIMITS.certificateFile.maxBytes)]);
    for (const bytes of [Buffer.from("%PDF-1.7"), Buffer.alloc(0), file.subarray(0, at), padded]) {
      expect(findCertificate(bytes)).toBeUndefined();
    }
  });

  test("is found completely, even if the title resembles its syntax", async () => {
    const order = await sold({ title: 'endstream\n}\n{\n  "payload": {\n' });
    const { body } = await api.call(readCertificate, { as: buyer.userId, params: { orderId: order.orderId } });
    expect(findCertificate((await getPdf(order)).file)).toEqual(body);
  });
});
