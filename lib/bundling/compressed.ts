import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { COMPRESSED_FOLDER, HASHED_FOLDER } from "../constructs/folders.ts";

/** Files worth compressing among those with a hash in their name; pictures and fonts are compressed already. */
const TEXT = /\.(?:css|js)$/;

const compress = promisify(brotliCompress);

/** Precompresses every script and style at brotli's highest quality: 10 to 25 % smaller than CloudFront's own compression. */
export async function compressHashed(site: string): Promise<void> {
  const names = readdirSync(join(site, HASHED_FOLDER)).filter((name) => TEXT.test(name));
  const copies = names.map(async (name) => {
    const copy = join(site, COMPRESSED_FOLDER, HASHED_FOLDER, name);
    const content = await compress(readFileSync(join(site, HASHED_FOLDER, name)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, content);
  });
  await Promise.all(copies);
}

/** Code of the CloudFront function that rewrites requests of clients that accept brotli to the precompressed copy. */
export const compressedCode = `function handler(event) {
  const request = event.request;
  const accepted = request.headers["accept-encoding"];
  if (accepted && /\\bbr\\b/.test(accepted.value) && ${TEXT}.test(request.uri)) request.uri = "/${COMPRESSED_FOLDER}" + request.uri;
  return request;
}
`;
