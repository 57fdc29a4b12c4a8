import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { computePixelHash, HASH_BYTES, HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { buildPerson } from "#test/e2e/account-steps.ts";
import { openMarketplace, type Person } from "#test/e2e/marketplace.ts";
import { CARDS } from "#test/e2e/shop-steps.ts";
import { drawnPicture } from "#test/support/drawn-pictures.ts";
import { createPicture } from "#test/support/pictures.ts";
import { createAreaAverage } from "#web/ui/picture/area-average.ts";
import { ENGINES, type Engine } from "./engines.ts";
import { byCss, byLabel, byRole, byText, createTab, type Tab } from "./tab.ts";

const missing = ENGINES.flatMap((engine) => engine.missing() ?? []);
for (const sentence of missing) console.warn(`Skipped: ${sentence}`);
const engines = ENGINES.filter((engine) => !engine.missing()).map((engine) => [engine.name, engine] as const);

const SHOTS = ".build/browsers";
mkdirSync(SHOTS, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "ochre-browsers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(engines)("%s", (name, engine: Engine) => {
  const marketplace = openMarketplace();
  const file = join(folder, `${name}.jpg`);
  const slug = name.toLowerCase().replaceAll(/\W/g, "");
  const title = `Harbour in ${name}`;
  let running: Awaited<ReturnType<Engine["start"]>>;
  let artist: Tab;
  let buyer: Tab;
  let visitor: Tab;
  let path: string;

  async function openTab(person?: Person) {
    const tab = createTab(await running.newPage(), marketplace.origin());
    await tab.page.resize(1440, 900);
    await tab.page.open(`${marketplace.origin()}/favicon.svg`);
    await tab.run(`document.cookie = "${COOKIES.consent}=1; path=/"`);
    if (!person) return tab;
    await tab.open("/login");
    await tab.fill(byLabel("Username or email"), person.userUsername);
    await tab.fill(byCss("input[type=password]"), person.password);
    await tab.press(byRole("button", "Log in"));
    await tab.see(byRole("button", "Profile menu"));
    return tab;
  }

  beforeAll(async () => {
    running = await engine.start();
    console.warn(`${name}: ${running.version}`);
    writeFileSync(file, await createPicture({ width: 1200, height: 1100 }));
    const people = [buildPerson("Anna Artist", `anna.${slug}`), buildPerson("Bruno Buyer", `bruno.${slug}`)] as const;
    await Promise.all(people.map(marketplace.member));
    artist = await openTab(people[0]);
    buyer = await openTab(people[1]);
    visitor = await openTab();
  });

  afterAll(async () => {
    for (const tab of [artist, buyer, visitor]) await tab?.page.close();
    await running?.close();
  });

  /** Keeps screenshots on a phone and a desktop. */
  async function capture(tab: Tab, what: string) {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await tab.page.resize(width, height);
      await new Promise((resolve) => setTimeout(resolve, 800));
      writeFileSync(join(SHOTS, `${slug}-${what}-${width}.png`), await tab.page.capture());
    }
  }

  test("an artist becomes a seller and publishes a picture", async () => {
    await artist.press(byRole("button", "Profile menu"));
    await artist.press(byRole("menuitem", "Become a seller"));
    await artist.select(byLabel("Country of your business"), "Netherlands");
    await artist.press(byRole("button", "Continue to Stripe"));
    await artist.press(byRole("button", "Agree and submit"));
    await artist.see(byRole("heading", "You can sell now"));
    await artist.open("/artwork/add");
    await artist.upload(byCss("input[type=file]"), file);
    await artist.fill(byRole("textbox", "Title"), title);
    await artist.choose(byRole("radio", "Paid"));
    await artist.choose(byRole("radio", "Commercial"));
    await artist.choose(byRole("radio", "Separate"));
    await artist.fill(byLabel("Personal license price"), "40");
    await artist.fill(byLabel("Commercial license price"), "250");
    await capture(artist, "add");
    await artist.press(byRole("button", "Publish"));
    await artist.see(byRole("heading", title));
    path = await artist.run<string>("location.pathname");
  });

  test("a visitor finds it", async () => {
    await visitor.open("/");
    await visitor.see(byRole("heading", "Art, straight from the artist"));
    await capture(visitor, "home");
    await visitor.open(path);
    await visitor.until(`[...document.querySelectorAll("main img")].some(({ naturalWidth }) => naturalWidth > 0)`);
    await capture(visitor, "artwork");
    expect(await visitor.run("document.getElementById('old-browser').checkVisibility?.() ?? false")).toBe(false);
  });

  test("the typeface stays as it was first painted, and is the right one on the next page", async () => {
    const font = `getComputedStyle(document.querySelector("h1")).fontFamily + document.querySelector("h1").getBoundingClientRect().width`;
    await visitor.open("/");
    const painted = await visitor.run(font);
    await visitor.run("scrollTo(0, document.body.scrollHeight)");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await visitor.run("scrollTo(0, 0)");
    expect(await visitor.run(font)).toBe(painted);
    await visitor.open("/faq");
    expect(await visitor.run("'lateFont' in document.documentElement.dataset")).toBe(false);
  });

  test("the fingerprint of a picture is the one that its full pixels have", async () => {
    const picture = await drawnPicture(7).resize(1400, 1100, { fit: "fill" }).jpeg().toBuffer();
    const drawn = join(folder, `${slug}-drawn.jpg`);
    writeFileSync(drawn, picture);
    await visitor.open("/verifier");
    await visitor.upload(byCss("input[type=file]"), drawn);
    const sent = `performance.getEntriesByType("resource").find(({ name }) => name.includes("/api/copies"))?.name`;
    await visitor.until(`Boolean(${sent})`);
    const own = Buffer.from(new URL(await visitor.run<string>(sent)).searchParams.get("hash") ?? "", "base64url");
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const average = createAreaAverage(info, HASH_SIDE);
    average.addRows(data, 0);
    const expected = computePixelHash(average.toPixels())?.subarray(0, HASH_BYTES) ?? new Uint8Array();
    const differing = [...expected].flatMap((byte, at) => [...(byte ^ (own[at] ?? 0)).toString(2)].filter(Number));
    expect(own).toHaveLength(HASH_BYTES);
    expect(differing.length, "bits").toBeLessThanOrEqual(1);
  });

  test("a buyer asks about it, and the answer arrives in the open conversation", async () => {
    await buyer.open(path);
    await buyer.press(byRole("button", "Ask the artist"));
    await buyer.fill(byRole("textbox", "Message"), "Is it the old harbour?");
    await buyer.press(byRole("button", "Send"));
    await buyer.see(byText("Message sent"));
    await buyer.open("/messages");
    await buyer.press(byCss("main [aria-label=Conversations] a"));
    await buyer.see(byText("Is it the old harbour?"));
    await artist.open("/messages");
    await artist.press(byCss("main [aria-label=Conversations] a"));
    await artist.see(byRole("textbox", "Message"));
    const height = "findElement({ by: 'css', value: 'main textarea' }).offsetHeight";
    const line = await artist.run<number>(height);
    await artist.fill(byRole("textbox", "Message"), "The new one.\nCome and see it.\nIt is worth it.");
    await artist.until(`${height} > ${line} + 30`);
    await artist.press(byRole("button", "Send"));
    await buyer.see(byText("The new one."));
  });

  test("a buyer pays and gets the licence", async () => {
    await buyer.open(path.replace("artwork", "checkout"));
    for (const [label, value] of [
      ["First name", "Bruno"],
      ["Last name", "Buyer"],
      ["Billing email", `${slug}@bills.test`],
      ["Address", "Kade 4"],
      ["Postal code", "1011 AB"],
      ["City", "Amsterdam"],
    ] as const)
      await buyer.fill(byRole("textbox", label), value);
    await buyer.select(byLabel("Billing country"), "Netherlands");
    await buyer.press(byRole("checkbox", "Deliver immediately"));
    await buyer.fill(byLabel("Card number"), CARDS.good);
    await buyer.fill(byLabel("Expiration date"), "1234");
    await buyer.fill(byLabel("Security code"), "123");
    await capture(buyer, "checkout");
    await buyer.press(byRole("button", "Pay $44.35"));
    await buyer.until("location.pathname.startsWith('/orders/')");
    await buyer.see(byText("You paid"));
  });

  test("settings lead to every section and keep a new name", async () => {
    await buyer.open("/settings/profile");
    await buyer.fill(byRole("textbox", "Full name"), "Bruno Kade");
    await buyer.press(byRole("button", "Save profile"));
    await buyer.see(byText("Profile updated"));
    expect(await buyer.run("document.querySelectorAll('main nav li').length")).toBeGreaterThan(12);
    expect(await buyer.run("document.body.innerText.includes('Part of this page didn't load')")).toBe(false);
  });
});
