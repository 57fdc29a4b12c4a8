import * as z from "zod/mini";

/** Header by which CloudFront proves to the APIs that a request came through it. */
export const ORIGIN_HEADER = "x-origin-secret";

/**
 * Content of the secret: CloudFront sends `current`; `previous` is accepted until a rotation has reached every edge.
 */
export const OriginSecret = z.object({ current: z.string(), previous: z.optional(z.string()) });

export type OriginSecret = z.output<typeof OriginSecret>;
