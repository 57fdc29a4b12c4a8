import ExifReader from "exifreader";

const toTexts = (tags: object = {}) =>
  Object.fromEntries(
    Object.entries(tags).map(([name, tag]: [string, { readonly description?: string }]) => [name, tag.description]),
  );

/** Texts that a reader which isn't ours finds in a JPEG or PNG, by the fields' names. */
export function readFields(file: Buffer) {
  const { xmp, iptc, exif } = ExifReader.load(file, { expanded: true });
  return { xmp: toTexts(xmp), iptc: toTexts(iptc), exif: toTexts(exif) };
}
