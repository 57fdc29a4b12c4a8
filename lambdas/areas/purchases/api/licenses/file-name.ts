const EXTENSIONS: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif" };

/** Characters that some system forbids in file names, and control characters. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** Device names on Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Below the 255 bytes of file systems, since a number and an extension follow. */
const MAX_BYTES = 200;

/** The text cut to the limit of UTF-8 bytes, without a partial character. */
const cut = (text: string) => new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_BYTES), { stream: true });

/** File name of a picture: its title, valid on any system, with a number from the second of the same title on. */
export function buildFileName(title: string, mime: string, nth = 1): string {
  const name = cut(title.normalize("NFC").replace(FORBIDDEN, " ").replace(/\s+/g, " "))
    .replace(/^[. ]+|[. ]+$/g, "")
    .replace(RESERVED, "$&_");
  return `${name || "artwork"}${nth > 1 ? ` (${nth})` : ""}.${EXTENSIONS[mime] ?? "jpg"}`;
}
