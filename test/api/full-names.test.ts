import { beforeAll, describe, expect, test } from "vitest";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deleteArtwork, listArtwork, readArtwork, readEmbed } from "#shared/contract/artwork.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import { listComments, listReviews, writeComment, writeReview } from "#shared/contract/community.ts";
import { followArtist, listFollowed } from "#shared/contract/follows.ts";
import { listOrders, listOwnership, readOrder } from "#shared/contract/licenses.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { search } from "#shared/contract/search.ts";
import { updateUser } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { formatNameWithHandle, getDisplayName, getHandle } from "#shared/rules/person-name.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  index = createIndexUpdater(api);
  followNotifications = createStreamProcessor(MarketplaceTable.getName(), [
    (event) => notify(event, api.services),
    (event) => mailOrders(event, api.services),
  ]);
});

let followNotifications: ReturnType<typeof createStreamProcessor>;
let index: ReturnType<typeof createIndexUpdater>;

/** Runs all stream consumers that a write triggers. */
async function settle() {
  await api.processEvents({ times: 2 });
  await followNotifications();
  await index();
}

const self = (userId: string) => ({ as: userId, params: { userId } });

describe("a user", () => {
  test.each([
    [{ name: "lena", fullName: "Lena Berg" }, "Lena Berg", "@lena", "Lena Berg (@lena)"],
    [{ name: "lena", fullName: "" }, "lena", null, "lena"],
    [{ name: "lena", fullName: "lena" }, "lena", null, "lena"],
    [{ name: "mallory", fullName: "lena" }, "lena", "@mallory", "lena (@mallory)"],
    [{ name: null, fullName: "" }, MESSAGES.deletedUser, null, MESSAGES.deletedUser],
  ])("%o is shown by the full name, else by the username", (person, shown, handle, both) => {
    expect([getDisplayName(person), getHandle(person), formatNameWithHandle(person)]).toEqual([shown, handle, both]);
  });
});

/** Creates an artist, and a buyer who comments on, reviews and follows. */
async function createSale(fullName: string) {
  const [artist, buyer] = [await given.user({ fullName }), await given.user({ fullName })];
  const { artworkId } = await given.artwork(artist.userId);
  const { orderId } = await given.order(artworkId, buyer.userId);
  const params = { artworkId };
  await api.call(writeComment, { as: buyer.userId, params, body: { commentContent: "Lovely" } });
  await api.call(writeReview, { as: buyer.userId, params, body: { reviewRating: 5 } });
  await api.call(followArtist, { as: buyer.userId, params: { username: artist.name }, body: { followNotify: true } });
  await settle();
  return { artist, buyer, artworkId, orderId, params };
}

describe.each(["Lena Berg", ""])("with the full name “%s”", (fullName) => {
  test("a user has the same names beside artwork, comments, reviews, notifications and orders", async () => {
    const { artist, buyer, artworkId, orderId, params } = await createSale(fullName);
    const of = ({ userId, name }: typeof artist) => ({ id: userId, name, fullName, avatar: null });
    const card = (await api.call(listArtwork)).body.items.find((one) => one.artworkId === artworkId);
    expect(card?.owner).toEqual(of(artist));
    expect((await api.call(readArtwork, { params })).body.owner).toEqual(of(artist));
    expect((await api.call(listComments, { params })).body.items[0]?.author).toEqual(of(buyer));
    expect((await api.call(listReviews, { params })).body.items[0]?.author).toEqual(of(buyer));
    const notifications = (await api.call(previousNotifications, self(artist.userId))).body.items;
    expect(notifications.map(({ type, actor }) => [type, actor])).toEqual(
      expect.arrayContaining(["comment", "review", "order"].map((type) => [type, of(buyer)])),
    );
    expect((await api.call(listFollowed, self(buyer.userId))).body.items[0]?.artist).toEqual(of(artist));
    expect((await api.call(listOwnership, self(buyer.userId))).body.items[0]?.owner).toEqual(of(artist));
    const order = { params: { orderId } };
    expect((await api.call(readOrder, { as: buyer.userId, ...order })).body.artwork.owner).toEqual(of(artist));
    expect((await api.call(readOrder, { as: artist.userId, ...order })).body.buyer).toEqual(of(buyer));
    const sales = await api.call(listOrders, { ...self(artist.userId), query: { type: "sales" } });
    expect(sales.body.items[0]?.buyer).toEqual(of(buyer));
  });

  test("a user is named in the licence, its email and the oEmbed response", async () => {
    const { artist, buyer, artworkId, orderId } = await createSale(fullName);
    const { license } = (await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body;
    expect([license.licenseAssignor, license.licenseAssignee]).toEqual([
      fullName || artist.name,
      fullName || buyer.name,
    ]);
    const mail = api.mails().find(({ to, text }) => to.includes(buyer.email) && text.includes(orderId));
    expect(mail?.text).toMatch(new RegExp(`Granted by:? +${fullName || artist.name}`));
    const url = `${api.services.siteOrigin}/artwork/${artworkId}`;
    expect((await api.call(readEmbed, { query: { url } })).body).toMatchObject({
      author_name: fullName || artist.name,
      author_url: `${api.services.siteOrigin}/user/${artist.name}`,
    });
  });
});

describe("a changed full name", () => {
  test("reaches already published artwork and the search index", async () => {
    const artist = await given.user({ fullName: "Former Painter" });
    const { artworkId } = await given.artwork(artist.userId);
    await api.call(updateUser, { ...self(artist.userId), body: { userName: "Quorra Vantongeren" } });
    await settle();
    expect((await api.call(readArtwork, { params: { artworkId } })).body.owner.fullName).toBe("Quorra Vantongeren");
    const find = async (q: string) => (await api.call(search, { query: { q, t: "artwork" } })).body.items;
    expect(await find("vantongeren")).toMatchObject([{ artworkId, owner: { fullName: "Quorra Vantongeren" } }]);
    const people = await api.call(search, { query: { q: "vantongeren", t: "users" } });
    expect(people.body.items).toMatchObject([{ id: artist.userId, fullName: "Quorra Vantongeren" }]);
  });

  test("isn't truncated on cards and on the artwork's page", async () => {
    const fullName = "Wilhelmina ".repeat(7).slice(0, LIMITS.fullName.max).trim();
    const artist = await given.user({ fullName });
    const { artworkId } = await given.artwork(artist.userId);
    const card = (await api.call(listArtwork)).body.items.find((one) => one.artworkId === artworkId);
    expect(card?.owner.fullName).toBe(fullName);
    expect((await api.call(readArtwork, { params: { artworkId } })).body.owner.fullName).toBe(fullName);
  });

  test.each(["Lena\u202Egreb", "Le\u0000na", "\u2066Lena"])(
    "that reorders or hides text is refused: %j",
    async (userName) => {
      const { userId } = await given.user();
      const { status, failure } = await api.call(updateUser, { ...self(userId), body: { userName } });
      expect([status, failure.fields]).toEqual([400, { userName: MESSAGES.invalid }]);
    },
  );
});

describe("closing an account", () => {
  test("removes the full name from every copy but the orders, including deleted artwork in a buyer's gallery", async () => {
    const people = createAccounts(api);
    const artist = await people.createSignedInAccount();
    await api.call(updateUser, { ...artist.self, body: { userName: "Zephyrine Unforgettable" } });
    const buyer = await given.user();
    const [sold, shown] = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
    await given.order(sold.artworkId, buyer.userId);
    const params = { artworkId: shown.artworkId };
    await api.call(writeComment, { as: artist.userId, params, body: { commentContent: "Mine" } });
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: sold.artworkId } });
    await settle();
    expect(await scanTable()).toContain("Zephyrine");
    const found = () => api.call(search, { query: { q: "zephyrine", t: "artwork" } });
    expect((await found()).body.items).toHaveLength(1);

    expect((await api.call(deactivateUser, { ...artist.self, body: { userPassword: PASSWORD } })).status).toBe(200);
    await settle();
    expect((await found()).body.items).toEqual([]);
    const [owned] = (await api.call(listOwnership, self(buyer.userId))).body.items;
    expect(owned?.owner.fullName).toBe("");
    // The licence keeps its licensor's name.
    const kept = (JSON.parse(await scanTable()) as object[]).map((item) => JSON.stringify(item));
    expect(kept.filter((item) => item.includes("Zephyrine") && !item.includes('"ORDER#'))).toEqual([]);
  });
});
