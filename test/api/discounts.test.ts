import { beforeAll, describe, expect, test } from "vitest";
import { createDiscount, type NewDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { readDiscount } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { computeDiscount, computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { THROTTLES } from "#shared/throttles.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: { userId: string };
let codes = 0;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  artist = await given.user({ onboarded: true });
});

const priced = {
  artworkType: "commercial",
  artworkLicense: "commercial",
  artworkUse: "separate",
  artworkPersonal: 10,
  artworkCommercial: 1000,
} as const;
const offer = async (form: Partial<ArtworkFormInput> = priced) => (await given.artwork(artist.userId, form)).artworkId;

async function discount(facts: Partial<NewDiscount> = {}) {
  const made = {
    discountId: api.services.newId(),
    code: `Summer-${++codes}`,
    percent: 20,
    from: 0,
    perUser: 1,
    ...facts,
  };
  expect(await createDiscount(api.services.table, made)).toBe(true);
  return made;
}

const ask = async (body: unknown, as?: string) =>
  api.call(readDiscount, { as: as ?? (await given.user()).userId, body, from: `10.1.0.${++codes}` });

describe("a discount code", () => {
  test("shows the discounted amounts of each licence, ignoring case, and isn't used up by that", async () => {
    const { code, discountId } = await discount({ total: 1 });
    const artworkId = await offer();
    const { userId } = await given.user();
    for (const discountCode of [code, code.toLowerCase(), ` ${code.toUpperCase()} `]) {
      const { status, body } = await ask({ discountCode, artworkId }, userId);
      expect([status, body]).toEqual([
        200,
        {
          discountId,
          percent: 20,
          amounts: [
            { licenseType: "personal", ...toBreakdown(computeFees(1000, computeDiscount(1000, 20))) },
            { licenseType: "commercial", ...toBreakdown(computeFees(100_000, computeDiscount(100_000, 20))) },
          ],
        },
      ]);
    }
  });

  test("takes off no more than the platform's fee", async () => {
    const { code } = await discount({ percent: 100 });
    const { body } = await ask({ discountCode: code, artworkId: await offer() });
    const { orderFee, orderEarned } = computeFees(1000);
    expect(body.amounts[0]).toMatchObject({ discount: orderFee, orderSpent: orderEarned });
  });

  test("that is unknown, ended, not yet valid or for free artwork is refused alike", async () => {
    const now = Math.floor(api.services.now().getTime() / 1000);
    const artworkId = await offer();
    const [over, early, good] = [await discount({ until: now }), await discount({ from: now + 60 }), await discount()];
    for (const body of [
      { discountCode: "UNKNOWN", artworkId },
      { discountCode: over.code, artworkId },
      { discountCode: early.code, artworkId },
      { discountCode: good.code, artworkId: await offer({}) },
    ]) {
      const refused = await ask(body);
      expect([refused.status, refused.failure]).toEqual([
        422,
        {
          code: "discount_invalid",
          message: MESSAGES.discountInvalid,
          expose: true,
          fields: { discountCode: MESSAGES.discountInvalid },
        },
      ]);
    }
  });

  test("is refused for artwork that the caller can't buy", async () => {
    const { code } = await discount();
    const artworkId = await offer();
    expect((await ask({ discountCode: code, artworkId }, artist.userId)).failure.code).toBe("own_artwork");
    const body = { artworkVisibility: "invisible" };
    await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
    expect((await ask({ discountCode: code, artworkId })).failure.code).toBe("artwork_not_found");
  });

  test.each([
    [undefined, MESSAGES.required],
    ["   ", MESSAGES.required],
    ["X".repeat(51), MESSAGES.invalid],
    [7, MESSAGES.notString],
  ])("of %j is refused", async (discountCode, message) => {
    const refused = await ask({ discountCode, artworkId: api.services.newId() });
    expect([refused.status, refused.failure.fields]).toEqual([400, { discountCode: message }]);
  });

  test("can't be found by brute force: attempts are limited per account, valid codes included", async () => {
    const { code } = await discount();
    const artworkId = await offer();
    const { userId } = await given.user();
    const guess = async (nth: number) =>
      (await ask({ discountCode: nth % 2 ? code : `GUESS-${nth}`, artworkId }, userId)).status;
    const { count, seconds } = THROTTLES.discount.account;
    api.startWindow(seconds);
    for (let nth = 0; nth < count; nth++) expect(await guess(nth)).toBe(nth % 2 ? 200 : 422);
    expect(await guess(1)).toBe(429);
    api.travel(seconds);
    expect(await guess(1)).toBe(200);
  });
});
