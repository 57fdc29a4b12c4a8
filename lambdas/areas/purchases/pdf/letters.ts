import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import { INK, MARGIN, PAGE, type Page } from "./page.ts";
import { covers, dropUndrawable, FALLBACK_CHARACTER, type Face, findFaces, type Weight } from "./typefaces.ts";

interface Lettering {
  readonly font?: Weight;
  readonly size: number;
  readonly color?: string;
}

/** Part of a paragraph with its own font or colour. Its direction is isolated, so that a name can't reverse the sentence. */
export interface Piece extends Partial<Pick<Lettering, "font" | "color">> {
  readonly text: string;
}

interface Box {
  /** Points; up to the page's right margin without. */
  readonly width?: number;
  readonly align?: "right";
  readonly lineGap?: number;
  readonly link?: string;
}

/** A grapheme, or the invisible end of a piece. */
interface Cluster {
  readonly text: string;
  readonly piece: Piece;
  readonly face: Face;
  /** Bidirectional level: odd ones are right-to-left. */
  readonly level: number;
  /** True if a line may start here. */
  readonly isStart: boolean;
}

/** Adjacent clusters that are drawn together, in logical order. */
type Run = readonly [Cluster, ...Cluster[]];

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const WORDS = new Intl.Segmenter("en", { granularity: "word" });
const bidi = bidiFactory();

/** Isolates a text's direction from the rest. */
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** Scripts without spaces between words, which need a dictionary for line breaks. */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Digits and punctuation of all scripts. */
const NEUTRAL = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;

const MARK = /^\p{M}/u;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const clean = (text: string) => text.toWellFormed().normalize("NFC").replaceAll(/\s+/g, " ");

function listLineStarts(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) starts.add(found.position);
  for (const { index } of SPACELESS.test(text) ? WORDS.segment(text) : []) {
    if (SPACELESS.test(text[index - 1] ?? "") && SPACELESS.test(text[index] ?? "")) starts.add(index);
  }
  return starts;
}

function splitClusters(page: Page, pieces: readonly Piece[]): Cluster[] {
  const texts = pieces.map(({ text }) => clean(text));
  const whole = texts.map((text) => `${ISOLATE}${text}${END}`).join("");
  const { levels } = bidi.getEmbeddingLevels(whole, "ltr");
  const starts = listLineStarts(whole);
  const clusters: Cluster[] = [];
  let offset = 0;
  for (const [nth, piece] of pieces.entries()) {
    const text = texts[nth] ?? "";
    const findFace = findFaces(page, text, piece.font ?? "regular");
    let face = findFace(" ");
    const add = (part: string, at: number) => {
      const level = levels[at] ?? 0;
      const isAlong = face && (level % 2 === 1 ? NEUTRAL : MARK).test(part) && covers(face, part);
      face = isAlong ? face : (findFace(part) ?? findFace(FALLBACK_CHARACTER));
      if (!face) return;
      const drawable = covers(face, part) ? dropUndrawable(face, part) : FALLBACK_CHARACTER;
      const drawn = (level % 2 === 1 && bidi.getMirroredCharacter(drawable)) || drawable;
      clusters.push({ text: drawn, piece, face, level, isStart: starts.has(at) });
    };
    for (const { segment, index } of GRAPHEMES.segment(`${ISOLATE}${text}${END}`)) {
      const at = offset + index;
      if (findFace(segment)) add(segment, at);
      else for (const character of segment) add(character, at);
    }
    offset += ISOLATE.length + text.length + END.length;
  }
  return clusters;
}

const isRightToLeft = ([{ level }]: Run) => level % 2 === 1;

function groupRuns(clusters: readonly Cluster[]): Run[] {
  const runs: [Cluster, ...Cluster[]][] = [];
  for (const cluster of clusters) {
    const last = runs.at(-1);
    const isAlike =
      last?.[0].level === cluster.level && last[0].face.name === cluster.face.name && last[0].piece === cluster.piece;
    // Persian digits run left to right, which the shaper gets wrong for several at once.
    if (last && isAlike && !(cluster.level % 2 === 0 && RIGHT_TO_LEFT.test(cluster.text))) last.push(cluster);
    else runs.push([cluster]);
  }
  return runs;
}

/** Rule L2 of Unicode's annex 9. */
function toVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(...runs.map(([first]) => first.level)); level > 0; level--) {
    let from = 0;
    for (let to = 0; to <= ordered.length; to++) {
      const run = ordered[to];
      if (run && run[0].level >= level) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return ordered;
}

/** The run's text for the library, which itself reverses right-to-left scripts. */
function toShapedText(run: Run): { text: string; features?: [] } {
  const texts = run.map(({ text }) => text);
  if (!isRightToLeft(run)) return { text: texts.join("") };
  const isTurned = texts.some((text) => RIGHT_TO_LEFT.test(text));
  // With `features`, even empty, the library shapes the whole run; otherwise word by word.
  return { text: (isTurned ? texts : texts.toReversed()).join(""), features: [] };
}

function measureWidth(page: Page, size: number, run: Run): number {
  const { text, ...options } = toShapedText(run);
  return page.font(run[0].face.name).fontSize(size).widthOfString(text, options);
}

function trimLastSpaces(line: readonly Cluster[]): readonly Cluster[] {
  return line.slice(0, line.findLastIndex(({ text }) => text.trim() !== "") + 1);
}

function toLines(page: Page, clusters: readonly Cluster[], size: number, width: number): (readonly Cluster[])[] {
  const isWithin = (line: readonly Cluster[]) =>
    groupRuns(line).reduce((sum, run) => sum + measureWidth(page, size, run), 0) <= width;
  // Tests with the space first, since the library caches words.
  const fits = (line: readonly Cluster[]) => isWithin(line) || isWithin(trimLastSpaces(line));
  if (fits(clusters)) return [trimLastSpaces(clusters)];
  const words: Cluster[][] = [];
  for (const cluster of clusters) {
    if (cluster.isStart || words.length === 0) words.push([]);
    words.at(-1)?.push(cluster);
  }
  const lines: (readonly Cluster[])[] = [];
  let line: readonly Cluster[] = [];
  for (const word of words) {
    if (line.length > 0 && !fits([...line, ...word])) {
      lines.push(line);
      line = [];
    }
    line = [...line, ...word];
    while (line.length > 1 && !fits(line)) {
      let length = line.length - 1;
      while (length > 1 && !fits(line.slice(0, length))) length--;
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  return [...lines, line].map(trimLastSpaces);
}

/** Points of a line above and below its baseline; typefaces of some scripts reserve room for stacked marks. */
function measureHeights(line: readonly Cluster[], size: number): readonly [number, number] {
  const fonts = [...new Set(line.map(({ face }) => face.font))];
  const findTallest = (measure: "ascent" | "descent") =>
    Math.max(...fonts.map((font) => Math.abs(font[measure]) / font.unitsPerEm), 0);
  return [Math.min(findTallest("ascent"), 1.1) * size, Math.min(findTallest("descent"), 0.4) * size];
}

function drawLine(page: Page, line: readonly Cluster[], size: number, baseline: number, left: number, box: Box) {
  const runs = toVisualOrder(groupRuns(line));
  const widths = runs.map((run) => measureWidth(page, size, run));
  let x = left + (box.align === "right" ? (box.width ?? 0) - widths.reduce((sum, width) => sum + width, 0) : 0);
  for (const [nth, run] of runs.entries()) {
    const { text, ...options } = toShapedText(run);
    const [{ face, piece }] = run;
    if (text === "") continue;
    page
      .font(face.name)
      .fontSize(size)
      .fillColor(piece.color ?? INK);
    const link = box.link === undefined ? {} : { link: box.link };
    page.text(text, x, baseline, { ...options, ...link, lineBreak: false, baseline: "alphabetic" });
    x += widths[nth] ?? 0;
  }
}

function layOutParagraph(page: Page, lettering: Lettering, content: string | readonly Piece[], width: number) {
  const pieces = typeof content === "string" ? [{ text: content }] : content;
  const clusters = splitClusters(
    page,
    pieces.map((piece) => ({ ...lettering, ...piece })),
  );
  return toLines(page, clusters, lettering.size, width).map((line) => {
    const [ascent, descent] = measureHeights(line, lettering.size);
    return { line, ascent, height: ascent + descent };
  });
}

/** Draws and measures text in one style, in every script with a typeface. */
export const setLetters = (page: Page, lettering: Lettering) => ({
  /** Draws a paragraph and moves the page's position below it. */
  text(content: string | readonly Piece[], left = page.x, top = page.y, box: Box = {}): Page {
    const width = box.width ?? PAGE.width - MARGIN - left;
    let y = top;
    for (const { line, ascent, height } of layOutParagraph(page, lettering, content, width)) {
      drawLine(page, line, lettering.size, y + ascent, left, { ...box, width });
      y += height + (box.lineGap ?? 0);
    }
    page.x = left;
    page.y = y;
    return page;
  },
  /** Height of the paragraph in points. */
  height(content: string, { width = 0, lineGap = 0 }: Box): number {
    return layOutParagraph(page, lettering, content, width).reduce((sum, { height }) => sum + height + lineGap, 0);
  },
});
