import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { toVerifiedLicense } from "#lambdas/areas/purchases/api/licenses/verifier.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { verifyLicense } from "#shared/contract/licenses.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let order: Awaited<ReturnType<typeof putOrder>>;

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  const [artist, buyer] = [await given.user(), await given.user()];
  order = await putOrder(api, { buyerId: buyer.userId, sellerId: artist.userId, company: "Dune Ltd" });
});

let addresses = 0;
const verify = (body: unknown, from = `10.0.0.${++addresses}`) => api.call(verifyLicense, { body, from });
const WRONG = "0".repeat(20);

describe("the verifier", () => {
  test("shows a licence by its fingerprint, without its parties", async () => {
    const { status, body } = await verify({ licenseFingerprint: order.fingerprint.toUpperCase() });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "valid",
      licenseType: "personal",
      licenseUsage: "business",
      artworkTitle: "Dunes at noon",
      previews: expect.arrayContaining([expect.objectContaining({ jpeg: expect.any(String) })]),
      placeholder: order.placeholder,
      width: 1600,
      height: 1200,
      mature: false,
      created: expect.any(String),
    });
  });

  test("shows each party to those who send its identifier", async () => {
    const { fingerprint: licenseFingerprint, assigneeIdentifier, assignorIdentifier } = order;
    const assignee = { licenseAssignee: "Bo Buyer", licenseCompany: "Dune Ltd" };
    const assignor = { licenseAssignor: "Ada Painter" };
    const anonymous = (await verify({ licenseFingerprint })).body;
    expect((await verify({ licenseFingerprint, assigneeIdentifier })).body).toEqual({ ...anonymous, ...assignee });
    expect((await verify({ licenseFingerprint, assignorIdentifier })).body).toEqual({ ...anonymous, ...assignor });
    const both = await verify({ licenseFingerprint, assigneeIdentifier, assignorIdentifier });
    expect(both.body).toEqual({ ...anonymous, ...assignee, ...assignor });
  });

  test("ignores a wrong identifier, the other party's included", async () => {
    const { fingerprint: licenseFingerprint, assigneeIdentifier, assignorIdentifier } = order;
    const anonymous = (await verify({ licenseFingerprint })).body;
    const swapped = { assigneeIdentifier: assignorIdentifier, assignorIdentifier: assigneeIdentifier };
    for (const given of [{ assigneeIdentifier: WRONG, assignorIdentifier: WRONG }, swapped]) {
      const { status, body } = await verify({ licenseFingerprint, ...given });
      expect([status, body]).toEqual([200, anonymous]);
    }
  });

  test("shows a refunded order's licence as revoked", async () => {
    const { fingerprint: licenseFingerprint, orderId } = order;
    await api.services.table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, status: "refunded" }));
    expect((await verify({ licenseFingerprint })).body.status).toBe("revoked");
    await api.services.table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, status: "completed" }));
  });

  test("answers 404 for an unknown fingerprint", async () => {
    const unknown = await verify({ licenseFingerprint: "f".repeat(40), assigneeIdentifier: order.assigneeIdentifier });
    expect([unknown.status, unknown.failure.code]).toEqual([404, "license_not_found"]);
  });

  test("answers twenty requests a minute per IP address", async () => {
    const ask = () => verify({ licenseFingerprint: order.fingerprint }, "192.0.2.7");
    api.startWindow(60);
    const statuses = (await Promise.all(Array.from({ length: 30 }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const refused = await ask();
    expect([refused.status, Number(refused.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect((await verify({ licenseFingerprint: order.fingerprint }, "192.0.2.8")).status).toBe(200);
    api.travel(60);
    expect((await ask()).status).toBe(200);
  });

  test.each([
    [{}, { licenseFingerprint: MESSAGES.required }],
    [{ licenseFingerprint: "f".repeat(39) }, { licenseFingerprint: MESSAGES.invalid }],
    [{ licenseFingerprint: "g".repeat(40) }, { licenseFingerprint: MESSAGES.invalid }],
    [
      { licenseFingerprint: "f".repeat(40), assigneeIdentifier: "f".repeat(21) },
      { assigneeIdentifier: MESSAGES.invalid },
    ],
    [{ licenseFingerprint: "f".repeat(40), assignorIdentifier: 7 }, { assignorIdentifier: MESSAGES.notString }],
  ])("refuses %o", async (body, fields) => {
    const refused = await verify(body);
    expect([refused.status, refused.failure.fields]).toEqual([400, fields]);
  });
});

describe("for any combination of identifiers", () => {
  const identifier = fc.stringMatching(/^[0-9a-f]{20}$/);
  const arbitraryIdentifier = (right: "assigneeIdentifier" | "assignorIdentifier") =>
    fc.oneof(fc.constant(undefined), identifier, fc.constant(right));

  test("a party is shown only with its own identifier, and internal ids never are", () => {
    fc.assert(
      fc.property(
        arbitraryIdentifier("assigneeIdentifier"),
        arbitraryIdentifier("assignorIdentifier"),
        fc.boolean(),
        (first, second, swap) => {
          const resolve = (value: string | undefined) =>
            value === "assigneeIdentifier" || value === "assignorIdentifier" ? order[value] : value;
          const [assigneeIdentifier, assignorIdentifier] = (swap ? [second, first] : [first, second]).map(resolve);
          const given = { licenseFingerprint: order.fingerprint, assigneeIdentifier, assignorIdentifier };
          const shown = toVerifiedLicense(order, given, false);
          const hasAssignee = assigneeIdentifier === order.assigneeIdentifier;
          expect(["licenseAssignee" in shown, "licenseCompany" in shown]).toEqual([hasAssignee, hasAssignee]);
          expect("licenseAssignor" in shown).toBe(assignorIdentifier === order.assignorIdentifier);
          const text = JSON.stringify(shown);
          const secrets = [order.orderId, order.licenseId, order.buyerId, order.sellerId, order.artworkId];
          for (const secret of [...secrets, order.assigneeIdentifier, order.assignorIdentifier, '"amounts"']) {
            expect(text).not.toContain(secret);
          }
        },
      ),
    );
  });
});
