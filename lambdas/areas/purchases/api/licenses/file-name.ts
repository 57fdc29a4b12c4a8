const EXTENSIONS: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif" };

/** Letters that some system forbids in a file's name, and control characters. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** The name that a bought picture is saved under: its title, fit for any system. */
export function fileNameOf(title: string, mime: string): string {
  const name = title
    .normalize("NFC")
    .replace(FORBIDDEN, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  return `${name || "artwork"}.${EXTENSIONS[mime] ?? "jpg"}`;
}
