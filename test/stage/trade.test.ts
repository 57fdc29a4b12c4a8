import { randomBytes, verify } from "node:crypto";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas, isOn } from "#shared/contract/areas.ts";
import { createArtwork, deleteArtwork, readArtwork, readEmbed, updateArtwork } from "#shared/contract/artwork.ts";
import { login, logout, refreshToken, signup } from "#shared/contract/auth.ts";
import { deleteComment, listComments, writeComment } from "#shared/contract/community.ts";
import { addFavorite, removeFavorite } from "#shared/contract/favorites.ts";
import { followArtist, listFollowed, unfollowArtist } from "#shared/contract/follows.ts";
import { downloadOrder, readCertificate, readCertificateKey, verifyLicense } from "#shared/contract/licenses.ts";
import { readMedia } from "#shared/contract/media.ts";
import { placeOrder, refundOrder } from "#shared/contract/orders.ts";
import { search } from "#shared/contract/search.ts";
import { readSettings } from "#shared/contract/users.ts";
import { COOKIES } from "#shared/cookies.ts";
import { buildFailureBody } from "#shared/failures.ts";
import type { MediaState } from "#shared/model/media.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { becomeSeller, buyWithCard } from "./payment.ts";
import { logIn, type Member, newForm, openCleanup, openPeople } from "./people.ts";
import { uploadPicture } from "./pictures.ts";
import { openSocket } from "./socket.ts";
import { buildPath, call, get, getVisitorStatus, openStage, request, type Stage, waitFor } from "./stage.ts";

interface Work {
  readonly artworkId: string;
  readonly versionId: string;
  readonly title: string;
}

const cleanup = openCleanup();
let stage: Stage;
let artist: Member;
let buyer: Member;

beforeAll(async () => {
  stage = await openStage();
  if (!stage.isTrial) throw new Error(`${stage.origin} is ${stage.stage}: nothing may be made there.`);
  // Ctrl-C ends the run after the current test, so that its data is still deleted.
  process.on("SIGINT", () => {});
  ({ artist, buyer } = await openPeople(cleanup));
});

afterAll(() => cleanup.run());

/** Publishes a picture, free or at a price in dollars, with a unique title of one word. */
async function publish(mediaId: string, price?: number): Promise<Work> {
  const title = `Stagetest${randomBytes(6).toString("hex")}`;
  const body = {
    artworkTitle: title,
    artworkDescription: "Made by a test of the stage, and deleted by it.",
    artworkAvailability: "available",
    artworkLicense: "personal",
    artworkVisibility: "visible",
    mediaId,
    artworkType: price === undefined ? "free" : "commercial",
    ...(price === undefined ? {} : { artworkPersonal: price }),
  } as const;
  const { artworkId, versionId } = await call(createArtwork, { body, token: artist.token });
  cleanup.add(`artwork ${artworkId}`, () => call(deleteArtwork, { params: { artworkId }, token: artist.token }));
  return { artworkId, versionId, title };
}

describe("an account", () => {
  test("whose link nobody has opened can't log in", async () => {
    const form = newForm(stage.isLaptop);
    await call(signup, { body: form });
    const refused = await request(login, { body: form });
    expect([refused.status, await refused.json()]).toEqual([403, buildFailureBody("unverified")]);
  });

  test("refuses a wrong password", async () => {
    const refused = await request(login, { body: { ...buyer, userPassword: "not the password" } });
    expect([refused.status, await refused.json()]).toEqual([401, buildFailureBody("wrong_credentials")]);
  });

  test("gets a session cookie that is HttpOnly and SameSite", () => {
    const attributes = artist.setCookies.find((one) => one.startsWith(`${COOKIES.session}=`))?.split("; ");
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Strict", "Path=/auth"]));
    if (stage.origin.startsWith("https:")) expect(attributes).toContain("Secure");
  });

  test("refreshes its session by the cookie, and ends it by logging out", async () => {
    const { cookie, userId, token: first } = await logIn(buyer);
    const settings = (token: string) => request(readSettings, { params: { userId }, token });
    expect((await settings(first)).status).toBe(200);
    const refreshed = await request(refreshToken, { cookie });
    const { accessToken } = refreshToken.returns.parse(await refreshed.json());
    const next = refreshed.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    expect((await settings(accessToken ?? "")).status).toBe(200);
    await call(logout, { cookie: next });
    expect((await settings(accessToken ?? "")).status).toBe(401);
    expect((await request(refreshToken, { cookie: next })).status).toBe(401);
  });
});

describe("a picture", () => {
  let media: MediaState | undefined;
  let work: Work | undefined;

  test("is uploaded, verified and shown in three formats", async () => {
    media = await uploadPicture(artist.token);
    expect(media.previews.map(({ width }) => width)).toEqual([320, 640, 1280, 1600]);
    for (const format of ["avif", "webp", "jpeg"] as const) {
      const response = await get(media.previews[0]?.[format] ?? "");
      expect([response.status, response.headers.get("content-type")]).toEqual([200, `image/${format}`]);
      expect(response.headers.get("cache-control")).toMatch(/max-age=\d{5,}/);
    }
  });

  test("is visible only to its owner until it is published", async ({ skip }) => {
    if (!media) return skip("there is no picture");
    expect((await request(readMedia, { params: media, token: buyer.token })).status).toBe(404);
  });

  test("is published with title, preview image and oEmbed data", async ({ skip }) => {
    if (!media) return skip("there is no picture");
    work = await publish(media.mediaId);
    const { version } = await call(readArtwork, { params: work });
    expect(version.artworkTitle).toBe(work.title);
    const page = await get(`/artwork/${work.artworkId}`);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain(`<title>${work.title}`);
    const image = version.previews.find(({ width }) => width === 1280)?.jpeg ?? "";
    expect(text).toContain(`content="${stage.origin}${image}"`);
    const shared = await get(image);
    expect([shared.status, shared.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const { title } = await call(readEmbed, { query: { url: `${stage.origin}/artwork/${work.artworkId}` } });
    expect(title).toBe(work.title);
  });

  test("is found by a word of its title", async ({ skip }) => {
    if (!work) return skip("nothing is published");
    const { title, artworkId } = work;
    await waitFor("the search to find it", async () => {
      const { items } = await call(search, { query: { q: title.toLowerCase() } });
      return items.find((item) => "artworkId" in item && item.artworkId === artworkId);
    });
  });

  test("can't be changed or deleted by anyone else", async ({ skip }) => {
    if (!work) return skip("nothing is published");
    const { token } = buyer;
    const changed = await request(updateArtwork, { params: work, body: { artworkVisibility: "invisible" }, token });
    expect(changed.status).toBe(403);
    expect((await request(deleteArtwork, { params: work, token })).status).toBe(403);
  });

  test("is favoured and commented on, and its artist is followed and notified through the socket", async ({ skip }) => {
    if (!work) return skip("nothing is published");
    const [{ token }, params] = [buyer, { artworkId: work.artworkId }];
    const socket = await openSocket(artist.token);
    cleanup.add("a socket", async () => socket.close());
    expect(socket.answered).toBe("authenticatedUser");

    await call(addFavorite, { params, token });
    cleanup.add("a favourite", () => call(removeFavorite, { params, token }));
    expect(await call(readArtwork, { params, token })).toMatchObject({ favorited: true, artwork: { favorites: 1 } });

    const username = { username: artist.userUsername };
    await call(followArtist, { params: username, body: {}, token });
    cleanup.add("a follower", () => call(unfollowArtist, { params: username, token }));
    const followed = await call(listFollowed, { params: buyer, token });
    expect(JSON.stringify(followed.items)).toContain(artist.userId);

    const { commentId } = await call(writeComment, { params, body: { commentContent: "Well drawn." }, token });
    cleanup.add("a comment", () => call(deleteComment, { params: { ...params, commentId }, token }));
    expect((await call(listComments, { params })).items).toMatchObject([{ commentContent: "Well drawn." }]);
    expect(await socket.waitForNotification("comment")).toMatchObject({ ref: commentId, title: work.title });
    socket.close();
  });

  test("is licensed for free, downloaded, and its certificate proves it", async ({ skip }) => {
    if (!work) return skip("nothing is published");
    const { artworkId, versionId } = work;
    const { token } = buyer;
    const body = { artworkId, versionId, licenseUsage: "personal", licenseType: "personal" } as const;
    const { orderId } = await call(placeOrder, { body, token });
    const { redirect } = await call(downloadOrder, { params: { orderId }, token });
    const file = Buffer.from(await (await fetch(redirect)).arrayBuffer());

    const { payload, licenseFingerprint, signature } = await call(readCertificate, { params: { orderId }, token });
    expect(payload.artworkId).toBe(artworkId);
    expect(file.includes(licenseFingerprint)).toBe(true);
    const { publicKey } = await call(readCertificateKey, {});
    const signed = Buffer.from(canonicalize(payload) ?? "");
    expect(verify(null, signed, publicKey, Buffer.from(signature, "base64"))).toBe(true);
    const verified = await call(verifyLicense, { body: { licenseFingerprint } });
    expect(verified).toMatchObject({ status: "valid", artworkTitle: work.title });
  });

  test("is bought with a card and refunded, and its licence is revoked", async ({ skip }) => {
    skip(!stage.features.payments, "payments are off");
    await becomeSeller(artist);
    const { mediaId } = await uploadPicture(artist.token);
    const priced = await publish(mediaId, 10);
    const { artworkId, versionId } = priced;
    const order = await buyWithCard(buyer, { artworkId, versionId }, cleanup);
    const params = { orderId: order.orderId };
    const refund = () => call(refundOrder, { params, token: artist.token });
    let isRefunded = false;
    cleanup.add("a paid order", async () => isRefunded || refund());
    expect(order).toMatchObject({ status: "completed" });
    const { licenseFingerprint } = await call(readCertificate, { params, token: buyer.token });
    const verifyAgain = () => call(verifyLicense, { body: { licenseFingerprint } });
    expect((await verifyAgain()).status).toBe("valid");

    expect((await refund()).status).toBe("refunded");
    isRefunded = true;
    expect((await verifyAgain()).status).toBe("revoked");
  });
});

const routes = Object.values(areas)
  .flatMap((area) => Object.values<Route>(area))
  .filter(({ access }) => access !== "public")
  .map((route) => [buildRouteKey(route), route] as const);

describe("rights", () => {
  test.each(routes)("%s is refused to a visitor", async (_, route) => {
    const { status } = await request(route, route.method === "GET" ? {} : { body: {} });
    expect(status).toBe(getVisitorStatus(route, stage));
  });

  const own = routes.filter(([, { access }]) => access === "self");

  test.each(own)("%s is refused to another user", async (_, route) => {
    const expected = isOn(route, stage.features) ? 403 : 404;
    const { token } = buyer;
    // A write contains no real account, so that it would do no harm if it weren't refused.
    const sent = route.method === "GET" ? { params: { userId: artist.userId } } : { body: {} };
    expect((await request(route, { ...sent, token })).status, buildPath(route)).toBe(expected);
  });

  test("the socket refuses an invalid token", async () => {
    const socket = await openSocket("none.of.ours");
    socket.close();
    expect(socket.answered).toBe("expiredToken");
  });
});
