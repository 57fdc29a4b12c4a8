import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { computeSha256 } from "#lambdas/events/uploads/inspect-picture.ts";
import { verifyUpload } from "#lambdas/events/uploads/verify-upload.ts";
import { hostilePictures } from "./hostile-pictures.ts";
import { UNPUBLISHED } from "./pictures.ts";

/**
 * A program: `measure-hostile-pictures.ts <damaged>` verifies each hostile picture as an upload and prints a JSON row:
 * CPU milliseconds, peak resident megabytes so far, and the outcome.
 */
const log = { info: () => undefined } as never;

const rows: object[] = [];
for await (const [name, file] of hostilePictures(Number(process.argv[2]))) {
  const announced = {
    mediaId: name,
    bytes: file.length,
    sha256: computeSha256(file),
    previewKey: newFolder({ isWide: true }),
  };
  const before = process.cpuUsage();
  const verified = await verifyUpload(file, announced, UNPUBLISHED, { features: { gif: true }, log } as never);
  const { user, system } = process.cpuUsage(before);
  const outcome = typeof verified === "string" ? verified : "ready";
  rows.push({
    name,
    bytes: file.length,
    cpuMs: Math.round((user + system) / 1000),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    outcome,
  });
}
process.stdout.write(JSON.stringify(rows));
