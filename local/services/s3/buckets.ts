import * as z from "zod/mini";
import { noSuchBucket } from "./errors.ts";
import type { ObjectStore } from "./store.ts";

/** A CORS rule as CloudFormation's CorsConfiguration holds it. */
export const CorsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.optional(z.array(z.string())),
  ExposedHeaders: z.optional(z.array(z.string())),
  MaxAge: z.optional(z.number()),
});
export type CorsRule = z.infer<typeof CorsRule>;

export type Buckets = {
  ensure(name: string, cors: CorsRule[]): void;
  names(): string[];
  /** The bucket's rules; undefined when there is no such bucket. */
  findCors(name: string): CorsRule[] | undefined;
  /** Throws NoSuchBucket. */
  check(name: string): void;
};

export function openBuckets({ database }: ObjectStore): Buckets {
  const upsert = database.prepare("INSERT OR REPLACE INTO buckets VALUES (?, ?)");
  const all = database.prepare("SELECT name FROM buckets ORDER BY name");
  const one = database.prepare("SELECT cors FROM buckets WHERE name = ?");
  const findCors = (name: string): CorsRule[] | undefined => {
    const row = one.get(name) as { cors: string } | undefined;
    return row && JSON.parse(row.cors);
  };
  return {
    ensure: (name, cors) => {
      upsert.run(name, JSON.stringify(z.array(CorsRule).parse(cors)));
    },
    names: () => (all.all() as { name: string }[]).map(({ name }) => name),
    findCors,
    check: (name) => {
      if (!findCors(name)) throw noSuchBucket();
    },
  };
}
