import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Media } from "#lambdas/areas/media/find-media.ts";
import type { Uploads } from "#lambdas/areas/media/open-uploads.ts";
import { fileNameOf } from "#lambdas/areas/purchases/api/licenses/file-name.ts";
import { AVATAR_WIDTHS } from "#shared/limits.ts";
import { BadCommand } from "../command/bad-command.ts";
import type { PersonalData } from "./collect.ts";
import type { ShownPreviews } from "./open-shown-previews.ts";

/** Where pictures are: of an avatar the file that was sent isn't kept, so its largest square stands for it. */
export interface PictureSources {
  readonly uploads: Pick<Uploads, "read">;
  readonly shownPreviews: ShownPreviews;
}

const ONLY_OWNER = { file: { mode: 0o600, flag: "wx" }, folder: { mode: 0o700 } } as const;

const pictureOf = ({ kind, originalKey, previewKey }: Media, { uploads, shownPreviews }: PictureSources) =>
  kind === "avatar" ? shownPreviews.read(previewKey, Math.max(...AVATAR_WIDTHS)) : uploads.read(originalKey);

/** Makes a folder that only its owner may read. Throws BadCommand where there is something of that name, or nowhere to make it. */
async function makeFolder(folder: string) {
  await mkdir(folder, ONLY_OWNER.folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw new BadCommand(`--out ${folder} is there already.`);
    if (error.code === "ENOENT") throw new BadCommand(`--out ${folder} would be in a folder that isn't there.`);
    throw error;
  });
}

/**
 * Writes `data.json` and a folder of pictures, one after the other because each may have fifty megabytes. Resolves to how many
 * pictures there are.
 */
export async function writeFolder(
  folder: string,
  { data, media }: { readonly data: PersonalData; readonly media: readonly Media[] },
  sources: PictureSources,
): Promise<number> {
  await makeFolder(folder);
  await makeFolder(join(folder, "pictures"));
  await writeFile(join(folder, "data.json"), `${JSON.stringify(data, undefined, 2)}\n`, ONLY_OWNER.file);
  let written = 0;
  for (const each of media) {
    const picture = await pictureOf(each, sources);
    if (!picture) continue;
    const mime = each.kind === "avatar" ? "image/jpeg" : each.mime;
    await writeFile(join(folder, "pictures", fileNameOf(each.mediaId, mime)), picture, ONLY_OWNER.file);
    written += 1;
  }
  return written;
}
