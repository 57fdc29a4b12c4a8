/** Characters of a font's glyphs, from its `ToUnicode` map. */
function parseCharacters(map: string): readonly string[] {
  const [, list = ""] = map.match(/beginbfrange\s<\w+> <\w+> \[(.*?)\]\sendbfrange/s) ?? [];
  return [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, units = ""]) =>
    String.fromCharCode(...(units.replaceAll(" ", "").match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
  );
}

interface Shown {
  readonly text: string;
  /** Points above the page's lower edge. */
  readonly baseline: number;
  /** Number of glyphs for characters that their font lacks. */
  readonly unmapped: number;
}

function readLines(bytes: Uint8Array): readonly Shown[] {
  const text = Buffer.from(bytes).toString("latin1");
  const objectAt = (id: string) => text.split(new RegExp(`(?:^|\n)${id} 0 obj\n`))[1]?.split("\nendobj")[0] ?? "";
  const [, resources = ""] = text.match(/\/Font <<(.*?)>>/s) ?? [];
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
      const [, map = ""] = objectAt(id).match(/\/ToUnicode (\d+) 0 R/) ?? [];
      return [name, parseCharacters(objectAt(map))];
    }),
  );
  let font: readonly string[] = [];
  let baseline = 0;
  return [...text.matchAll(/BT\n1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(
    ([, height, name, shown]) => {
      if (height) baseline = Number(height);
      if (name) font = fonts.get(name) ?? [];
      if (shown === undefined) return [];
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      const ids = glyphs.map((glyph) => Number.parseInt(glyph, 16));
      const unmapped = ids.filter((id) => id === 0).length;
      return [{ text: ids.map((id) => font[id] ?? "").join(""), baseline, unmapped }];
    },
  );
}

/** Lines of text in an uncompressed PDF of pdfkit, in drawing order. */
export function linesOfPdf(bytes: Uint8Array): readonly string[] {
  const lines: { text: string; baseline: number }[] = [];
  for (const { text, baseline } of readLines(bytes)) {
    const last = lines.at(-1);
    if (last?.baseline === baseline) last.text += text;
    else lines.push({ text, baseline });
  }
  return lines.map(({ text }) => text);
}

export const pdfText = (bytes: Uint8Array): string => linesOfPdf(bytes).join(" ");

export const countUnmappedGlyphs = (bytes: Uint8Array): number =>
  readLines(bytes).reduce((sum, { unmapped }) => sum + unmapped, 0);
