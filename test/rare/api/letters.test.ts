import { expect, test } from "vitest";
import { setLetters } from "#lambdas/areas/purchases/pdf/letters.ts";
import { openPage, toBytes } from "#lambdas/areas/purchases/pdf/page.ts";
import { openFaces } from "#lambdas/areas/purchases/pdf/typefaces.ts";
import { countUnmappedGlyphs, linesOfPdf, pdfText } from "#test/support/pdf-text.ts";

type Text = ReturnType<typeof setLetters>["text"];

async function draw(...content: Parameters<Text>) {
  const page = openPage("Letters", new Date(0));
  await openFaces(JSON.stringify(content));
  setLetters(page, { size: 12 }).text(...content);
  const end = page.y;
  const bytes = await toBytes(page);
  return { bytes: Buffer.from(bytes), text: pdfText(bytes), lines: linesOfPdf(bytes), end };
}

const inBothWeights = (text: string) => [{ text }, { text, font: "bold" as const }];

test.each([
  "Zofia Zielińska, Đặng, Þórr, Ægir, Ŵŷn, q̃",
  "Nguyễn Thị Ánh",
  "Γιώργος Παπαδόπουλος, ᾧ",
  "Иван Петрович Ёжиков, Ґанна, Қазақ",
  "محمد بن سلمان، کتاب ۱۴۰۳",
  "שָׁלוֹם שרה",
  "अमृता शर्मा क्षत्रिय",
  "สมชาย ใจดี น้ำ",
  "葛飾区の夜明け・ヒカリ（山田）",
  "김민준",
  "张伟，湖上的黎明。",
  "王小明與龍鳳",
  "👩‍🎨 🇪🇪 ❤️ ♥ ★ ∞ → ½",
])("has a typeface for %s", async (text) => {
  const { bytes, text: drawn } = await draw(inBothWeights(text));
  expect(countUnmappedGlyphs(bytes)).toBe(0);
  expect(drawn).not.toContain("□");
});

test("uses one typeface for a name of Han characters of several countries", async () => {
  const listFamilies = async (text: string) =>
    new Set((await draw(text)).bytes.toString("latin1").match(/(?<=\+)NotoSans\w+/g));
  expect(await listFamilies("王小明")).toEqual(new Set(["NotoSansJP"]));
  expect(await listFamilies("王小伟")).toEqual(new Set(["NotoSansSC"]));
});

test("shows a box for each character without a glyph", async () => {
  const { text, bytes } = await draw("𓀀 and ᚠ, \ud800 and \u0007");
  expect(text).toBe("□ and □, � and □");
  expect(countUnmappedGlyphs(bytes)).toBe(0);
});

test("keeps the order of a sentence with right-to-left words", async () => {
  const sentence = [{ text: "By " }, { text: "שרה (2026)" }, { text: ", for " }, { text: "כהן" }, { text: "." }];
  expect((await draw(sentence)).text).toBe("By (2026) הרש, for ןהכ.");
  expect((await draw("By שרה כהן for Bo, to “אגם”")).text).toBe("By ןהכ הרש for Bo, to “םגא”");
});

test("mirrors brackets in right-to-left text, but not digits", async () => {
  expect((await draw("אגם (כהן) ב")).text).toBe("ב (ןהכ) םגא");
  expect((await draw("مهدی ۱۴۰۳")).text).toMatch(/^۱۴۰۳ /);
});

test("breaks lines between words, also in scripts without spaces", async () => {
  const box = { width: 90 };
  expect((await draw("Dawn over the quiet lake", 0, 0, box)).lines).toEqual(["Dawn over the", "quiet lake"]);
  expect((await draw("รุ่งอรุณเหนือทะเลสาบ", 0, 0, box)).lines).toEqual(["รุ่งอรุณเหนือ", "ทะเลสาบ"]);
  expect((await draw("夜明け。「湖」の光る水面", 0, 0, box)).lines).toEqual(["夜明け。「湖」", "の光る水面"]);
});

test("breaks a word that is wider than its line", async () => {
  const { lines, end } = await draw("W".repeat(12), 0, 0, { width: 60 });
  expect(lines.join("")).toBe("W".repeat(12));
  expect(lines.length).toBeGreaterThan(1);
  expect(end).toBeGreaterThan(12 * lines.length);
});
