import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Account = { id: string; userUsername: string; userEmail: string; verified: boolean; halfway?: boolean };
export type Published = Record<string, unknown> & { ownerId: string; artworkTitle: string; artworkId: string };

export type FakeStage = Awaited<ReturnType<typeof startFakeStage>>;

interface FakeComment {
  readonly commentId: string;
  readonly artworkId: string;
  readonly userId: string;
  readonly commentContent: string;
  readonly parent: string | undefined;
}

/** Comments of an artwork, each with its replies. */
const toThreads = (comments: readonly FakeComment[], artworkId: string) =>
  comments
    .filter((one) => one.artworkId === artworkId && !one.parent)
    .map((one) => ({ ...one, replies: { items: comments.filter(({ parent }) => parent === one.commentId) } }));

/**
 * The API routes that the demo calls, in memory on a free port.
 * `failPicture` makes the n-th upload (from 1) end in state failed; `tokenCalls` ends every token after so many uses;
 * `busyEvery` answers every n-th call with 429 and 503 in turn; `losesAnswer` publishes the first work and answers 503.
 */
export async function startFakeStage(
  options: { failPicture?: number; tokenCalls?: number; busyEvery?: number; losesAnswer?: boolean } = {},
) {
  const accounts: Account[] = [];
  const mails: { to: string; links: string[] }[] = [];
  const tokens = new Map<string, { userId: string; left: number }>();
  const media = new Map<string, { sha256: string; bytes: number; status: string; polls: number }>();
  const artwork: Published[] = [];
  const profiles: unknown[] = [];
  /** Media ids by user. */
  const avatars = new Map<string, string>();
  const favorites = new Set<string>();
  const follows = new Set<string>();
  const orders: { artworkId: string; userId: string; company: string | undefined }[] = [];
  const reviews = new Map<string, number>();
  const comments: FakeComment[] = [];
  const showcases = new Map<string, unknown>();
  /** Views by the path that reports them. */
  const views = new Map<string, number>();
  /** Idempotency keys don't count: those of yesterday are forgotten. */
  const collections: { collectionId: string; userId: string; collectionTitle: string; artworkIds: Set<string> }[] = [];
  /** Calls at an earlier date, in the order in which they came. */
  const dates: { path: string; at: Date }[] = [];
  const counts = { signups: 0, logins: 0, busy: 0, calls: 0, polls: 0 };
  const profileRoute = { exists: true };
  let cut: { lost: "request" | "response"; callsLeft: number } | undefined;

  const mailLink = ({ id, userEmail }: Account) =>
    mails.unshift({ to: userEmail, links: [`http://site.example/verify_token/${id}.${mails.length}`] });

  const answer = (method: string, url: URL, body: Record<string, string>, token: string): [number, unknown] => {
    const path = url.pathname;
    if (path === "/auth/signup") {
      const holder = accounts.find(({ userUsername }) => userUsername === body.userUsername);
      if (holder?.halfway) {
        accounts.splice(accounts.indexOf(holder), 1);
        return [409, { message: "Username already taken", code: "username_taken" }];
      }
      if (holder) return [409, { message: "Username already taken", code: "username_taken" }];
      counts.signups++;
      const account = {
        id: randomUUID(),
        userUsername: body.userUsername ?? "",
        userEmail: body.userEmail ?? "",
        verified: false,
      };
      accounts.push(account);
      mailLink(account);
      return [201, { message: "Verification link sent to your email", expose: true }];
    }
    if (path === "/auth/resend_token") {
      const account = accounts.find(({ userEmail }) => userEmail === body.userEmail);
      if (account) mailLink(account);
      return [200, { message: "Verification link sent to your email", expose: true }];
    }
    if (path === "/__local/mail") return [200, mails];
    if (path === "/config.json") return [200, { features: { payments: false } }];
    if (path.startsWith("/auth/verify_token/")) {
      const account = accounts.find(({ id }) => path.includes(id));
      if (!account) return [410, { message: "This link has expired or was already used" }];
      account.verified = true;
      return [200, { message: "Email verified", expose: true }];
    }
    if (path === "/auth/login") {
      const account = accounts.find(({ userUsername }) => userUsername === body.userUsername);
      if (!account || account.halfway) return [401, { message: "Wrong username or password" }];
      if (!account.verified) return [403, { message: "Open the link in your email", code: "unverified" }];
      counts.logins++;
      const accessToken = randomUUID();
      tokens.set(accessToken, { userId: account.id, left: options.tokenCalls ?? Number.POSITIVE_INFINITY });
      return [200, { accessToken, user: { id: account.id } }];
    }
    if (method === "POST" && path.endsWith("/views")) {
      views.set(path, (views.get(path) ?? 0) + 1);
      return [204, null];
    }
    const pass = tokens.get(token);
    if (!pass || pass.left-- <= 0) return [401, { message: "Log in to continue" }];
    if (path === "/api/artwork/media" || path === "/api/profile_image_upload") {
      const mediaId = randomUUID();
      media.set(mediaId, { sha256: body.sha256 ?? "", bytes: Number(body.bytes), status: "pending", polls: 0 });
      const upload = { url: new URL("/bucket", url).href, fields: { key: mediaId, policy: "signed" } };
      return [201, { mediaId, upload }];
    }
    if (path.startsWith("/api/artwork/media/")) {
      const state = media.get(path.split("/").at(-1) ?? "");
      if (!state) return [404, { message: "There is no such upload" }];
      counts.polls++;
      // Earlier uploads are ready by then too.
      if (state.status === "uploaded" && state.polls++ > 0)
        for (const each of media.values()) if (each.status === "uploaded") each.status = "ready";
      const reason = state.status === "failed" ? "The file is damaged or incomplete" : null;
      return [200, { status: state.status === "uploaded" ? "processing" : state.status, reason }];
    }
    if (path === "/api/artwork" && method === "POST") {
      if (media.get(body.mediaId ?? "")?.status !== "ready") return [422, { message: "Not ready" }];
      const artworkId = randomUUID();
      const used = media.get(body.mediaId ?? "");
      if (used) used.status = "used";
      artwork.push({ ...body, artworkTitle: body.artworkTitle ?? "", ownerId: pass.userId, artworkId });
      const isLost = options.losesAnswer && artwork.length === 1;
      return isLost ? [503, { message: "Service Unavailable" }] : [201, { artworkId, versionId: randomUUID() }];
    }
    if (path.endsWith("/audience")) {
      const best = artwork.flatMap(({ artworkId }) => {
        const seen = views.get(`/api/artwork/${artworkId}/views`);
        return seen ? [{ artwork: { artworkId }, views: seen }] : [];
      });
      return [200, { series: [{ profileViews: views.get(`/api/users/${pass.userId}/views`) ?? 0 }], best }];
    }
    if (path.endsWith("/my_artwork")) {
      const own = artwork.filter(({ ownerId }) => path.includes(ownerId));
      const limit = Math.min(2, Number(url.searchParams.get("limit")));
      const start = own.findIndex(({ artworkId }) => artworkId === url.searchParams.get("cursor")) + 1;
      const items = own.slice(start, start + limit);
      return [200, { items, cursor: items.at(-1)?.artworkId ?? null, hasMore: items.length === limit }];
    }
    const [, artworkId = "", part] = /^\/api\/artwork\/([\w-]+)\/(favorites|comments|reviews)$/.exec(path) ?? [];
    if (part && !artwork.some((one) => one.artworkId === artworkId))
      return [404, { message: "There is no such artwork" }];
    if (part === "favorites") {
      favorites.add(`${pass.userId} ${artworkId}`);
      return [204, null];
    }
    const [, followed] = /^\/api\/users\/([\w.]+)\/follow$/.exec(path) ?? [];
    if (followed) {
      follows.add(`${pass.userId} ${followed}`);
      return [204, null];
    }
    if (part === "reviews") {
      const key = `${pass.userId} ${artworkId}`;
      if (!orders.some((one) => one.userId === pass.userId && one.artworkId === artworkId))
        return [403, { message: "Take a license first" }];
      if (reviews.has(key)) return [409, { message: "You have reviewed this artwork already" }];
      reviews.set(key, Number(body.reviewRating));
      return [201, {}];
    }
    if (path === "/api/orders") {
      const order = { artworkId: body.artworkId ?? "", userId: pass.userId, company: body.licenseCompany };
      if (orders.some((one) => one.userId === order.userId && one.artworkId === order.artworkId))
        return [409, { message: "There is one already" }];
      orders.push(order);
      return [201, {}];
    }
    const shown = artwork.find((one) => path === `/api/artwork/${one.artworkId}`);
    if (shown)
      return [
        200,
        { version: { versionId: randomUUID() }, licenses: [{ licenseType: shown.artworkLicense, licensePrice: 0 }] },
      ];
    if (path === "/api/collections") {
      const { collectionTitle = "" } = body;
      const { userId } = pass;
      const collection = { collectionId: randomUUID(), userId, collectionTitle, artworkIds: new Set<string>() };
      collections.push(collection);
      return [201, collection];
    }
    if (/^\/api\/users\/[\w.]+\/collections$/.test(path)) {
      return [200, { items: collections.filter(({ userId }) => userId === pass.userId), hasMore: false }];
    }
    const [, collectionId = "", collected] = /^\/api\/collections\/([^/]+)\/artwork\/(.+)$/.exec(path) ?? [];
    if (collected) {
      collections.find((one) => one.collectionId === collectionId)?.artworkIds.add(collected);
      return [200, {}];
    }
    if (part === "comments" && method === "POST") {
      const { commentContent = "", commentParent: parent } = body;
      const written = { commentId: randomUUID(), artworkId, userId: pass.userId, commentContent, parent };
      comments.push(written);
      return [201, written];
    }
    if (part) return [200, { items: toThreads(comments, artworkId), cursor: null, hasMore: false }];
    const visited = accounts.find(({ userUsername }) => path === `/api/users/${userUsername}`);
    if (method === "GET" && visited) return [200, { avatar: avatars.get(visited.id) ?? null }];
    if (method === "PATCH" && path.startsWith("/api/users/") && body.userLinks) {
      showcases.set(pass.userId, body);
      return [200, { message: "Profile updated", expose: true }];
    }
    if (method === "PATCH" && path.startsWith("/api/users/") && body.userMedia) {
      if (media.get(body.userMedia)?.status !== "ready") return [422, { message: "Not ready" }];
      avatars.set(pass.userId, body.userMedia);
      return [200, { message: "Profile updated", expose: true }];
    }
    if (method === "PATCH" && path.startsWith("/api/users/") && profileRoute.exists) {
      profiles.push(body);
      return [200, { message: "Profile updated", expose: true }];
    }
    return [404, { message: "Can't find requested resource" }];
  };

  /** Accepts a presigned POST: the fields first, then a file of the announced size and hash. */
  const receive = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const body = await readBytes(request);
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const names = [...form.keys()];
    const file = form.get("file");
    const state = media.get(String(form.get("key")));
    if (!state || !(file instanceof Blob) || names.at(-1) !== "file" || form.get("policy") !== "signed")
      return [403, { message: "Invalid according to Policy" }];
    const content = Buffer.from(await file.arrayBuffer());
    const right = content.length === state.bytes && createHash("sha256").update(content).digest("hex") === state.sha256;
    const turn = [...media.values()].indexOf(state) + 1;
    state.status = right && turn !== options.failPicture ? "uploaded" : "failed";
    return [204, null];
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [, date = "", path] = /^\/__local\/at\/([^/]+)(\/.+)$/.exec(url.pathname) ?? [];
    if (path) {
      url.pathname = path;
      dates.push({ path, at: new Date(date) });
    }
    counts.calls++;
    if (cut) cut.callsLeft--;
    const isCut = cut !== undefined && cut.callsLeft < 0;
    if (isCut && cut?.lost === "request") return void request.socket.destroy();
    if (options.busyEvery && counts.calls % options.busyEvery === 0) {
      counts.busy++;
      request.resume();
      response.writeHead(counts.busy % 2 ? 429 : 503, { "retry-after": "0" }).end('{"message":"Too many attempts"}');
      return;
    }
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const [status, body] =
      url.pathname === "/bucket"
        ? await receive(request)
        : answer(request.method ?? "GET", url, JSON.parse((await readBytes(request)).toString() || "{}"), token);
    if (isCut) return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json" }).end(body === null ? "" : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accounts,
    artwork,
    mails,
    profiles,
    avatars,
    favorites,
    follows,
    comments,
    collections,
    /** Profiles' links, pinned artwork and banner, by user. */
    showcases,
    views,
    orders,
    reviews,
    dates,
    counts,
    profileRoute,
    /** After so many further calls every connection breaks, before the stage gets the request or before it answers. */
    cutOff(fault: { lost: "request" | "response"; afterCalls: number } | undefined) {
      cut = fault && { lost: fault.lost, callsLeft: fault.afterCalls };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
