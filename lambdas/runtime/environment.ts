import * as z from "zod/mini";
import { FEATURES } from "#shared/features.ts";

const name = z.string().check(z.minLength(1));

/** JSON of every feature switch, so that a stage can't forget one. */
const Switches = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  ),
  z.record(z.enum(FEATURES), z.boolean()),
);

/** What every function is told. */
const common = {
  STAGE: name,
  FEATURES: Switches,
  /** Scheme and host of the site, without a slash at the end. */
  SITE_ORIGIN: z.url(),
  /** Issuer and audience of access tokens, for public routes that greet a signed-in caller. */
  TOKEN_ISSUER: z.url(),
  TOKEN_AUDIENCE: name,
  POWERTOOLS_SERVICE_NAME: name,
};

/** What a function may touch, and the variables that come with the grant. The stack sets exactly these. */
const byNeed = {
  table: { TABLE_NAME: name },
  identity: { USER_POOL_ID: name, USER_POOL_CLIENT_ID: name },
  uploads: { ORIGINALS_BUCKET: name },
  previews: { PREVIEWS_BUCKET: name },
  marking: { MEDIA_FUNCTION_NAME: name },
  mail: { MAIL_FROM: name },
} as const;

export type Need = keyof typeof byNeed;

export const NEEDS = Object.keys(byNeed) as readonly Need[];

type ShapeOf<N extends Need> = typeof common & { [V in N as keyof (typeof byNeed)[V]]: (typeof byNeed)[V][keyof (typeof byNeed)[V]] };

/** The schema of the environment of a function with these needs. */
export function environmentOf<N extends Need>(needs: readonly N[]) {
  return z.object({ ...common, ...Object.assign({}, ...needs.map((need) => byNeed[need])) } as unknown as ShapeOf<N>);
}

/** The parsed environment of a function with these needs. */
export type Environment<N extends Need = never> = z.output<ReturnType<typeof environmentOf<N>>>;

/** The variables that a need brings, by name. */
export const variablesOf = (need: Need) => Object.keys(byNeed[need]);
