import { beforeAll, describe, expect, test } from "vitest";
import { answerPage } from "#lambdas/pages/answer-page.ts";
import { APP_NAME } from "#shared/brand.ts";
import { deleteArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { writeComment } from "#shared/contract/community.ts";
import { createAnnouncement } from "#shared/contract/follows.ts";
import { buildFailureBody } from "#shared/failures.ts";
import { WIDEST_GUARDED } from "#shared/picture-widths.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven, type createGiven as Given } from "#test/support/given.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { renderDocument, renderPage } from "#web/server/render-page.tsx";

const PAGES = {
  template: '<html><head><!--head--></head><body><div id="root"><!--body--></div><!--sent--></body></html>',
  plain: '<html><div id="root"></div></html>',
};

let api: Api;
let given: ReturnType<typeof Given>;
let artist: { userId: string; name: string; email: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  artist = await given.user({ fullName: "Mara Lindqvist" });
});

async function open(path: string, query = "", instead: object = {}) {
  const answer = await actAs("pages", () => answerPage({ path, query }, PAGES, { ...api.services, ...instead }));
  const { statusCode, headers = {}, body = "" } = answer;
  const { location, "cache-control": cacheControl, "content-type": type } = headers;
  return { status: statusCode, cacheControl, type, location, html: body };
}

/** The data that the browser hydrates the page from. */
const parsePrerenderedData = (html: string) =>
  JSON.parse(/<script type="application\/json" id="prerendered-page">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}") as {
    status: number;
    host: string;
    reads: { key: string; data: unknown }[];
  };

const parseJsonLd = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}");

const findContent = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1];

describe("the home page", () => {
  test("shows the newest artwork without scripts, with its link and artist", async () => {
    const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Harbour in March" });

    const { status, html, type } = await open("/");

    expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
    expect(html).toContain(`href="/artwork/${artworkId}"`);
    expect(html).toContain(`alt="Harbour in March by Mara Lindqvist"`);
    expect(html).toContain(`href="/user/${artist.name}"`);
    expect(html).toContain(`<title>${APP_NAME}</title>`);
    expect(html).toMatch(/href="mailto:info@[\w.-]+\w"/);
  });

  test("includes the host that it was rendered for, so that hydration matches", async () => {
    const { html } = await open("/");
    expect(html).toContain(`href="mailto:info@${parsePrerenderedData(html).host}"`);
  });

  test("preloads the first pictures as AVIF", async () => {
    const { html } = await open("/");
    const [head = ""] = html.split("</head>");
    expect(head).toMatch(/<link rel="preload" as="image" [^>]*imagesrcset="[^"]*\/1280\.avif \d+w"/i);
    expect(head).toMatch(/<link [^>]*type="image\/avif"/);
  });

  test("inlines its styles in its head with the Emotion names that hydration needs", async () => {
    const { html } = await open("/");
    const [head = ""] = html.split("</head>");
    expect(head).toMatch(/<style data-emotion="css-global \w+">@layer reset,base,tokens,recipes;<\/style>/);
    expect(head).toMatch(/<style data-emotion="css( [\w-]+)+">/);
    expect(html.split("</head>")[1]).not.toContain("<style");
  });

  test("has no inline script", async () => {
    const { html } = await open("/");
    expect(html).not.toMatch(/<script(?! type="application\/(ld\+)?json")/);
  });

  test("embeds the API's responses under their SWR keys", async () => {
    const { html } = await open("/", "sort=popular");
    expect(parsePrerenderedData(html).reads.map(({ key }) => key)).toEqual([
      "/config.json",
      "GET /api/artwork?sort=popular",
    ]);
  });

  test("offers login, signup and search by plain links and a plain form", async () => {
    const { html } = await open("/");
    expect(html).toContain('href="/login"');
    expect(html).toContain('href="/signup"');
    expect(html).toMatch(/<form role="search" [^>]*action="\/search"/);
    expect(html).toContain('name="q"');
  });

  test("is cached at the edge for a minute, then stale-while-revalidate, and not by browsers", async () => {
    const { cacheControl } = await open("/");
    expect(cacheControl).toBe("public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400");
  });
});

describe("the page of a tag", () => {
  test("lists artwork with the tag at one canonical URL, to which the artwork's page links", async () => {
    const { artworkId } = await given.artwork(artist.userId, {
      artworkTitle: "Wood in fog",
      artworkTags: ["Fog Bank", "trees"],
      artworkMedium: "photograph",
    });
    await createIndexUpdater(api)();
    const page = await open(`/artwork/${artworkId}`);
    for (const tag of ["photograph", "fog-bank", "trees"]) expect(page.html).toContain(`href="/tag/${tag}"`);
    expect(parseJsonLd(page.html)).toMatchObject({ genre: "Photograph", keywords: "photograph, fog-bank, trees" });

    const { status, html, cacheControl } = await open("/tag/Fog%20Bank");
    expect(status).toBe(200);
    expect(html).toContain(`href="/artwork/${artworkId}"`);
    expect(html).toContain(`<title>#fog-bank · ${APP_NAME}</title>`);
    expect(html).toContain(`<link rel="canonical" href="${api.services.siteOrigin}/tag/fog-bank"/>`);
    expect(findContent(html, "description")).toContain("tagged “fog-bank”");
    expect(cacheControl).toContain("s-maxage=60");
    expect(parsePrerenderedData(html).reads.map(({ key }) => key)).toContain("GET /api/artwork?tag=fog-bank");
    expect((await open("/tag/photograph")).html).toContain(`<title>Photograph · ${APP_NAME}</title>`);
  });

  test.each(["nothing-has-it", "a", "black%20%26%20white", "%3Cscript%3E", "%E0%A4%A"])(
    "answers 404 with noindex for %s",
    async (tag) => {
      const { status, html } = await open(`/tag/${tag}`);
      expect(status).toBe(404);
      expect(html).toContain('content="noindex"');
    },
  );
});

describe("the page of an artwork", () => {
  test("shows how its picture was made, and lists filter by that in their URL", async () => {
    const { artworkId } = await given.artwork(artist.userId, { artworkSource: "assisted" });
    await createIndexUpdater(api)();
    const { html } = await open(`/artwork/${artworkId}`);
    expect(html).toMatch(/<dt>Made<\/dt><dd>AI-assisted<\/dd>/);
    expect(parseJsonLd(html)).toMatchObject({
      digitalSourceType: "http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia",
    });
    for (const query of ["medium=painting&source=assisted", "medium=painting,assisted"]) {
      expect(parsePrerenderedData((await open("/", query)).html).reads.map(({ key }) => key)).toContain(
        "GET /api/artwork?medium=painting&sort=newest&source=assisted",
      );
    }
  });

  test("says what its picture shows, in its text and to other sites, on its artist's page too", async () => {
    const artworkAlt = "A red room, empty but for a chair & <light>.";
    const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Loud Red Room", artworkAlt });
    const escaped = "A red room, empty but for a chair &amp; &lt;light&gt;.";
    for (const path of [`/artwork/${artworkId}`, `/user/${artist.name}`]) {
      const { html } = await open(path);
      expect(html).toContain(`alt="${escaped}"`);
      expect(findContent(html, "og:image:alt")).toBe(escaped);
    }
  });

  test("has Open Graph tags and JSON-LD for the picture, artist and licence", async () => {
    const { artworkId } = await given.artwork(artist.userId, {
      artworkTitle: "Quiet Red Room",
      artworkDescription: "Paint & patience.",
    });
    const origin = api.services.siteOrigin;
    const { status, html } = await open(`/artwork/${artworkId}`);

    expect(status).toBe(200);
    expect(html).toContain(`<title>Quiet Red Room · ${APP_NAME}</title>`);
    expect(html).toContain(`<link rel="canonical" href="${origin}/artwork/${artworkId}"/>`);
    expect(findContent(html, "description")).toBe("Paint &amp; patience.");
    expect(findContent(html, "og:title")).toBe("Quiet Red Room by Mara Lindqvist");
    const address = encodeURIComponent(`${origin}/artwork/${artworkId}`);
    expect(html).toContain(`type="application/json+oembed" href="${origin}/api/oembed?url=${address}&amp;format=json"`);
    const { version } = (await api.call(readArtwork, { params: { artworkId } })).body;
    const { jpeg, width, height } = version.previews.findLast((preview) => preview.width <= WIDEST_GUARDED) ?? {};
    expect(findContent(html, "og:image")).toBe(origin + jpeg);
    expect([findContent(html, "og:image:width"), findContent(html, "og:image:height")]).toEqual([
      `${width}`,
      `${height}`,
    ]);
    expect(findContent(html, "og:image:alt")).toBe("Quiet Red Room by Mara Lindqvist");
    expect(findContent(html, "twitter:card")).toBe("summary_large_image");
    expect(parseJsonLd(html)).toMatchObject({
      "@type": "ImageObject",
      name: "Quiet Red Room",
      license: `${origin}/license_information`,
      acquireLicensePage: `${origin}/artwork/${artworkId}`,
      creditText: "Mara Lindqvist",
      creator: {
        "@type": "Person",
        name: "Mara Lindqvist",
        alternateName: artist.name,
        url: `${origin}/user/${artist.name}`,
      },
      copyrightNotice: `© ${new Date().getUTCFullYear()} Mara Lindqvist`,
    });
  });

  test("shows comments, and their dates in UTC", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    await api.call(writeComment, { as: artist.userId, params: { artworkId }, body: { commentContent: "What light!" } });
    const { html } = await open(`/artwork/${artworkId}`);
    expect(html).toContain("What light!");
    expect(html).toMatch(/<time dateTime="[^"]+" title="\d{1,2} \w+ \d{4}, \d\d:\d\d UTC">\d\d\/\d\d\/\d\d/i);
  });

  test("for sale shows the watermarked picture", async () => {
    const seller = await given.user({ onboarded: true });
    const { artworkId } = await given.artwork(seller.userId, { artworkType: "commercial", artworkPersonal: 40 });
    const { html } = await open(`/artwork/${artworkId}`);
    const { version } = (await api.call(readArtwork, { params: { artworkId } })).body;
    expect(parseJsonLd(html)).toMatchObject({
      contentUrl: `${api.services.siteOrigin}${version.previews.at(-1)?.jpeg}`,
    });
    expect(html).toContain(version.previews[0]?.jpeg);
  });

  test("is the target of a redirect from its media id", async () => {
    const { mediaId, artworkId } = await given.artwork(artist.userId);
    const { status, location } = await open(`/artwork/${mediaId}`);
    expect([status, location]).toEqual([308, `/artwork/${artworkId}`]);
    const unpublished = await given.picture(artist.userId);
    expect((await open(`/artwork/${unpublished}`)).status).toBe(404);
  });

  test("that is hidden or deleted isn't revealed by its media id", async () => {
    const { mediaId, artworkId } = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    const missing = await open(`/artwork/${mediaId}`);
    expect([missing.status, missing.location]).toEqual([404, undefined]);
    expect(missing.html).not.toContain(artworkId);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    expect((await open(`/artwork/${mediaId}`)).status).toBe(404);
  });

  test.each(["0198f3a1-0000-7000-8000-000000000001", "nothing-like-an-id", "a/b/c"])(
    "%s answers the 404 page, cached for ten seconds and not indexed",
    async (id) => {
      const { status, html, cacheControl } = await open(`/artwork/${id}`);
      expect([status, cacheControl]).toEqual([404, "public, max-age=0, s-maxage=10"]);
      expect(html).toContain("Can&#x27;t find requested resource");
      expect(findContent(html, "robots")).toBe("noindex");
      expect(parsePrerenderedData(html).status).toBe(404);
    },
  );

  test.each(["/404", "/nowhere"])("%s answers the 404 page with noindex", async (path) => {
    const { status, html } = await open(path);
    expect(status).toBe(404);
    expect(findContent(html, "robots")).toBe("noindex");
  });

  test("that is hidden answers 404", async () => {
    const { artworkId } = await given.artwork(artist.userId, {
      artworkVisibility: "invisible",
      artworkTitle: "Secret",
    });
    const { status, html } = await open(`/artwork/${artworkId}`);
    expect(status).toBe(404);
    expect(html).not.toContain("Secret");
  });

  test("escapes markup in its title, in elements, attributes and data", async () => {
    const artworkTitle = `"><script>alert(1)</script>`;
    const { artworkId } = await given.artwork(artist.userId, { artworkTitle });
    const { html } = await open(`/artwork/${artworkId}`);
    expect(html).not.toContain("<script>alert");
    const detail = parsePrerenderedData(html).reads[1]?.data as { version: { artworkTitle: string } };
    expect(detail.version.artworkTitle).toBe(artworkTitle);
  });
});

describe("the page of a user", () => {
  test("shows their name and artwork, but not their email address", async () => {
    await given.artwork(artist.userId, { artworkTitle: "Dunes" });
    const { status, html } = await open(`/user/${artist.name}`);
    expect(status).toBe(200);
    expect(html).toContain("Mara Lindqvist");
    expect(html).toContain("Dunes");
    expect(findContent(html, "og:type")).toBe("profile");
    expect(html).not.toContain(artist.email);
  });

  test("is found by the username in any case, and has one canonical URL", async () => {
    const { html } = await open(`/user/${artist.name.toUpperCase()}`);
    expect(html).toContain(`<link rel="canonical" href="${api.services.siteOrigin}/user/${artist.name}"/>`);
  });

  test("shows collections and announcements, which have no pictures of their own for link previews", async () => {
    const { userId, name } = await given.user();
    const { artworkId } = await given.artwork(userId);
    await given.collection(userId, [artworkId], { collectionTitle: "Shores" });
    const body = { announcementTitle: "A print fair", announcementText: "See you there.", artworkIds: [artworkId] };
    await api.call(createAnnouncement, { as: userId, body });
    for (const [tab, text] of [
      ["collections", "Shores"],
      ["announcements", "See you there."],
    ] as const) {
      const { status, html } = await open(`/user/${name}`, `tab=${tab}`);
      expect([tab, status, html.includes(text)]).toEqual([tab, 200, true]);
    }
  });

  test("with private favourites says that they are private", async () => {
    const private_ = await given.user({ showsFavorites: false });
    const { status, html } = await open(`/user/${private_.name}`, "tab=favorites");
    expect(status).toBe(200);
    expect(html).toContain("These favorites are private");
  });

  test("of an unknown username answers 404", async () => {
    expect((await open("/user/nobody_here")).status).toBe(404);
  });
});

describe("the page of search results", () => {
  test("prompts for a query, and says when there are no results", async () => {
    expect((await open("/search")).html).toContain("What would you like to see?");
    const { status, html } = await open("/search", "q=zzz&t=users");
    expect(status).toBe(200);
    expect(html).toContain("No users found with that name");
  });

  test("says that search is starting, and hydrates with that response", async () => {
    const answer = { status: 503, body: buildFailureBody("search_waking") };
    const { features, siteOrigin: origin } = api.services;
    const page = await renderPage(
      { path: "/search", query: "q=heron&t=artwork" },
      { read: async () => answer, features, origin },
    );
    if (!page) throw new Error("The page isn't rendered");
    expect(page).toMatchObject({ status: 200, isIncomplete: true });
    const html = renderDocument(page, PAGES.template);
    for (const text of ["“heron”", "Search is starting up", "Try again now"]) expect(html).toContain(text);
    const [, search] = parsePrerenderedData(html).reads;
    expect(search).toEqual({ key: "GET /api/search?q=heron&t=artwork", failed: answer, isList: true });
  });
});

test("pages rendered only in the browser are served as the plain page", async () => {
  for (const path of ["/artwork/add", "/artwork/0198f3a1-0000-7000-8000-000000000001/edit"]) {
    const { status, html } = await open(path);
    expect([path, status, html]).toEqual([path, 200, PAGES.plain]);
  }
});

test("when rendering fails the plain page is served uncached", async () => {
  const logged: unknown[] = [];
  const broken = {
    table: { send: () => Promise.reject(new Error("out of order")) },
    log: { ...api.services.log, error: (...line: unknown[]) => logged.push(line) },
  };
  const { status, html, cacheControl } = await open("/", "", broken);
  expect([status, html, cacheControl]).toEqual([200, PAGES.plain, "no-store"]);
  // It answers 200, so only the metric of these log lines triggers an alarm.
  expect(logged).toEqual([
    ["A page couldn't be rendered", expect.objectContaining({ path: "/", PagesNotRendered: 1 })],
  ]);
});

describe("a page of text", () => {
  test.each([
    ["/how_it_works", "How it works"],
    ["/start_selling", "Selling"],
    ["/start_buying", "Buying"],
    ["/license_information", "License information"],
    ["/about", `About ${APP_NAME}`],
    ["/faq", "FAQ"],
    ["/privacy_policy", "Privacy Policy"],
    ["/terms_of_service", "Terms of Service"],
    ["/verifier", "Verify a license"],
  ])("%s has its heading, title, description and canonical URL, and needs no table", async (path, heading) => {
    const { status, html } = await open(path, "fingerprint=0123", { table: undefined, index: undefined });
    expect(status).toBe(200);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    expect(html).toContain(`<title>${heading} · ${APP_NAME}</title>`);
    expect(html).toContain(`<link rel="canonical" href="${api.services.siteOrigin}${path}"/>`);
    expect(findContent(html, "description")?.length).toBeGreaterThan(50);
    expect(findContent(html, "og:title")).toBe(heading);
  });
});
