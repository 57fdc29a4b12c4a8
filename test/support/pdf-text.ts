/** Characters of a font's glyphs, from its `ToUnicode` map. */
function charactersOf(map: string): readonly string[] {
  const [, list = ""] = map.match(/beginbfrange\s<\w+> <\w+> \[(.*?)\]\sendbfrange/s) ?? [];
  return [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, units = ""]) =>
    String.fromCharCode(...(units.replaceAll(" ", "").match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
  );
}

/** The words that an uncompressed PDF of pdfkit's shows, in the order that they are drawn in. */
export function pdfText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  const objectAt = (id: string) => text.split(new RegExp(`(?:^|\n)${id} 0 obj\n`))[1]?.split("\nendobj")[0] ?? "";
  const [, resources = ""] = text.match(/\/Font <<(.*?)>>/s) ?? [];
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
      const [, map = ""] = objectAt(id).match(/\/ToUnicode (\d+) 0 R/) ?? [];
      return [name, charactersOf(objectAt(map))];
    }),
  );
  let font: readonly string[] = [];
  return [...text.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)]
    .map(([, name, shown = ""]) => {
      if (name) font = fonts.get(name) ?? [];
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      return glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? "").join("");
    })
    .join("");
}
