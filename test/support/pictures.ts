import sharp from "sharp";

/** Facts about an unpublished picture. */
export const UNPUBLISHED = {
  artist: "Some Artist",
  made: new Date("2026-11-26"),
  siteOrigin: "http://localhost:3000",
  page: "/artwork/0199a000-0000-7000-8000-000000000001",
};

interface Wish {
  readonly width?: number;
  readonly height?: number;
  readonly format?: "jpeg" | "png" | "webp" | "gif";
}

/** A valid picture with some detail, small but above the marketplace's minimum size. */
export function createPicture({ width = 1200, height = 1024, format = "jpeg" }: Wish = {}) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="sky" x2="1" y2="1"><stop stop-color="#d9902f"/><stop offset="1" stop-color="#20404a"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="40%" cy="45%" r="240" fill="#f4efe8"/></svg>`;
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer();
}
