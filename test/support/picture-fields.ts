import ExifReader from "exifreader";

const toTexts = (tags: object = {}) =>
  Object.fromEntries(
    Object.entries(tags).map(([name, tag]: [string, { readonly description?: string }]) => [name, tag.description]),
  );

/** Text fields that an independent reader finds in a JPEG or PNG. */
export function readFields(file: Buffer) {
  const { xmp, iptc, exif } = ExifReader.load(file, { expanded: true });
  return { xmp: toTexts(xmp), iptc: toTexts(iptc), exif: toTexts(exif) };
}
