import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { syncAccount } from "#lambdas/events/streams/sync-account.ts";
import { MailRefused } from "#lambdas/platform/mail/open-mail.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { createArtwork, listArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { changeEmail, deactivateUser, login, refreshToken, signup, verifyToken } from "#shared/contract/auth.ts";
import { listOrders } from "#shared/contract/licenses.ts";
import { announceAvatar, announceUpload } from "#shared/contract/media.ts";
import { listUserArtwork, readSettings, readUser, updateBilling, updateUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type Account, createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
  given = createGiven(api);
});

const close = ({ self }: Pick<Account, "self">, userPassword = PASSWORD) =>
  api.call(deactivateUser, { ...self, body: { userPassword } });
const statusOfLogin = async (userUsername: string, userPassword = PASSWORD) =>
  (await api.call(login, { body: { userUsername, userPassword } })).status;

describe("closing an account", () => {
  test("requires its password", async () => {
    const account = await people.createSignedInAccount();
    const reply = await close(account, "wrong password");
    expect([reply.status, reply.failure.fields]).toEqual([422, { userPassword: MESSAGES.currentPasswordWrong }]);
    expect(await statusOfLogin(account.userUsername)).toBe(200);
  });

  test("ends its sessions, retires the username for good and frees the email address", async () => {
    const account = await people.createSignedInAccount();
    const other = await people.logIn(account.userEmail);
    const reply = await close(account);
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.userDeactivated, expose: true }]);
    expect(reply.cookies).toEqual(["jid=; HttpOnly; SameSite=Strict; Path=/auth; Max-Age=0"]);
    for (const { jid } of [account, other]) expect((await api.call(refreshToken, withJid(jid))).status).toBe(401);
    expect(await statusOfLogin(account.userUsername)).toBe(401);
    expect(await statusOfLogin(account.userEmail)).toBe(401);
    expect((await api.call(readUser, { params: { username: account.userUsername } })).status).toBe(404);

    await api.processEvents({ times: 2 });
    api.travel(400 * 24 * 60 * 60);
    const name = { userUsername: account.userUsername.toUpperCase() };
    const again = await api.call(signup, { body: people.buildForm(name) });
    expect([again.status, again.failure.code]).toEqual([409, "username_taken"]);
    const back = await people.createVerifiedAccount({ userEmail: account.userEmail });
    expect(await statusOfLogin(back.userUsername)).toBe(200);
  });

  test("removes its artwork from every list, deletes the files, and mails the owner once", async () => {
    const account = await people.createSignedInAccount();
    const avatar = await given.avatar(account.userId);
    const userMedia = avatar.mediaId;
    const { user } = (await api.call(updateUser, { ...account.self, body: { userName: "Ada", userMedia } })).body;
    const shown = await given.artwork(account.userId);
    const hidden = await given.artwork(account.userId, { artworkVisibility: "invisible" });
    const page = await api.call(readArtwork, { params: { artworkId: shown.artworkId } });
    const preview = page.body.version.previews[0]?.webp ?? "";
    expect(await fileExists(preview)).toBe(true);

    await close(account);
    await api.processEvents({ times: 2 });
    expect((await api.call(readArtwork, { params: { artworkId: shown.artworkId } })).status).toBe(404);
    const everyone = (await api.call(listArtwork, { query: { limit: 50 } })).body.items;
    expect(everyone.filter(({ owner }) => owner.id === account.userId)).toEqual([]);
    expect((await api.call(listUserArtwork, { params: { username: account.userUsername } })).status).toBe(404);
    for (const { mediaId } of [shown, hidden, avatar]) {
      expect(await findMedia(api.services.table, mediaId)).toBeUndefined();
    }
    expect([await fileExists(preview), await fileExists(user.avatar ?? "")]).toEqual([false, false]);
    const farewells = people.mailsTo(account.userEmail).filter(({ subject }) => subject.includes("was closed"));
    expect(farewells).toHaveLength(1);
  });

  test.each([
    ["of a seller", "acct_1", true],
    ["of a buyer", undefined, false],
  ])("%s is explained by mail with what happens to money", async (_, stripeId, sells) => {
    const account = await people.createSignedInAccount();
    if (stripeId) {
      const { userId } = account;
      await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, stripeId }));
    }
    await close(account);
    await api.processEvents({ times: 2 });
    const text = people.mailsTo(account.userEmail).find(({ subject }) => subject.includes("was closed"))?.text ?? "";
    expect(text).toMatch(/Refunds for what you bought/);
    expect(text.includes("Your balance at Stripe is paid out to your bank account")).toBe(sells);
  });

  test("continues if the last mail is refused", async () => {
    const account = await people.createSignedInAccount();
    await api.processEvents();
    await close(account);
    const refused = new MailRefused("no");
    const mail = { ...api.services.mail, send: () => Promise.reject(refused) };
    await createStreamProcessor(MarketplaceTable.getName(), [
      (event) => syncAccount(event, { ...api.services, mail }),
    ])();
    await api.processEvents();
    expect(people.mailsTo(account.userEmail).filter(({ subject }) => subject.includes("was closed"))).toEqual([]);
  });

  test("leaves no personal data but the retired username", async () => {
    const account = await people.createSignedInAccount({ userEmail: "very.personal@ochre.test" });
    const { artworkId } = await given.artwork(account.userId);
    await api.processEvents();
    const profile = { userName: "Personal Painter", userDescription: "Personally", userCountry: "AT" };
    await api.call(updateUser, { ...account.self, body: profile });
    const name = { billingName: "Personal", billingSurname: "Painter", billingAddress: "Personal Street 1" };
    const rest = { billingEmail: "personal.bills@ochre.test", billingZip: "1", billingCity: "X", billingCountry: "AT" };
    await api.call(updateBilling, { ...account.self, body: { ...name, ...rest } });
    expect(await scanTable()).toMatch(/Personal Street/);

    await close(account);
    await api.processEvents();
    const stored = await scanTable();
    expect(stored).not.toMatch(/\bPersonal|personal\.bills|very\.personal/);
    expect(stored).toContain(account.userUsername);
    expect(stored).toContain(artworkId);
    expect((await api.call(readArtwork, { params: { artworkId } })).status).toBe(404);
    const items = (JSON.parse(stored) as unknown[]).map((item) => JSON.stringify(item));
    // The user item and the NAME claim; the LOOK claim of look-alike names isn't counted.
    expect(items.filter((item) => item.includes(account.userUsername) && !item.includes("LOOK#"))).toHaveLength(2);
    expect(items.filter((item) => item.includes(`USER#${account.userId}`) && item.includes("SESSION#"))).toEqual([]);
  });

  test("leaves no valid token", async () => {
    const account = await people.createSignedInAccount();
    const { mediaId } = await given.upload(account.userId, await createPicture());
    const { artworkId } = await given.artwork(account.userId);
    await close(account);
    const { token, params } = account.self;
    const file = { mime: "image/png", bytes: 10, sha256: "a".repeat(64) };
    const replies = await Promise.all([
      api.call(updateUser, { token, params, body: { userName: "Ghost" } }),
      api.call(changeEmail, { token, params, body: { userEmail: "ghost@ochre.test", userCurrent: PASSWORD } }),
      api.call(announceUpload, { token, body: file }),
      api.call(announceAvatar, { token, body: file }),
      api.call(createArtwork, { token, body: { ...freeArtwork, mediaId } }),
      api.call(updateArtwork, { token, params: { artworkId }, body: { artworkVisibility: "invisible" } }),
      close(account),
      api.call(readSettings, { token, params }),
      api.call(listOrders, { token, params, query: { type: "purchases" } }),
    ]);
    expect(replies.map(({ status, failure }) => [status, failure.message])).toEqual(
      replies.map(() => [401, MESSAGES.unauthenticated]),
    );
  });

  test("invalidates the link of an email change", async () => {
    const account = await people.createSignedInAccount();
    const wish = { userEmail: "wish@ochre.test", userCurrent: PASSWORD };
    await api.call(changeEmail, { ...account.self, body: wish });
    await close(account);
    const tokenId = people.readMailedToken("wish@ochre.test");
    expect((await api.call(verifyToken, { params: { tokenId } })).status).toBe(410);
  });

  test("leaves a disabled user at the identity provider, so that registering the id again gives no log-in", async () => {
    const account = await people.createSignedInAccount();
    await close(account);
    const { identity } = api.services;
    expect(await identity.register(account.userId, "mallory was here")).toBe("set");
    expect(await identity.logIn(account.userId, "mallory was here")).toBe("wrong");
  });

  test.each([
    ["refresh", ({ jid }: Account) => api.call(refreshToken, withJid(jid))],
    ["login", ({ userUsername }: Account) => statusOfLogin(userUsername)],
  ])("that crashed before it reached the identity provider is finished by the next %s", async (_, finish) => {
    const { identity } = api.services;
    const failingIdentity = Object.assign(Object.create(identity), {
      logIn: identity.logIn.bind(identity),
      disable: () => Promise.reject(new Error("unavailable")),
    });
    const account = await people.createSignedInAccount();
    const sent = { ...account.self, body: { userPassword: PASSWORD } };
    await expect(api.call(deactivateUser, sent, { identity: failingIdentity })).rejects.toThrow("unavailable");
    expect((await api.call(readSettings, account.self)).status).toBe(401);
    expect(await identity.logIn(account.userId, PASSWORD)).toHaveProperty("accessToken");
    await finish(account);
    expect(await identity.logIn(account.userId, PASSWORD)).toBe("wrong");
  });

  test("during a publication leaves nothing on the lists", async () => {
    const account = await people.createSignedInAccount();
    const { mediaId } = await given.upload(account.userId, await createPicture());
    const [published] = await Promise.all([
      api.call(createArtwork, { token: account.token, body: { ...freeArtwork, mediaId } }),
      close(account),
    ]);
    expect([201, 401, 403]).toContain(published.status);
    await api.processEvents();
    const everyone = (await api.call(listArtwork, { query: { limit: 50 } })).body.items;
    expect(everyone.filter(({ owner }) => owner.id === account.userId)).toEqual([]);
  });
});

async function fileExists(path: string) {
  const object = await api.s3.readObject(api.buckets.previews, path.slice(1));
  object?.body.destroy();
  return object !== undefined;
}
