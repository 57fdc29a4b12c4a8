import exifReader from "exif-reader";

/** Fields that name the artist stay; where the picture was taken doesn't. */
export function creditsOf(exif: Buffer | undefined) {
  if (!exif) return {};
  try {
    const { Image } = exifReader(exif);
    const credits = { Copyright: Image?.Copyright, Artist: Image?.Artist };
    return Object.fromEntries(
      Object.entries(credits).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}
