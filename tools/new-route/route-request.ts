import { BadRoute } from "./bad-route.ts";

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
const ACCESSES = ["public", "user", "self"] as const;

export const USAGE = `npm run new:route -- <area> <verbNoun> <METHOD> <path> [access]
  area    the function that serves it, such as artwork; a new one is made
  method  ${METHODS.join(", ")}
  path    such as /api/artwork/{artworkId}/comments
  access  ${ACCESSES.join(", ")}; user unless given`;

/** What is to be made. */
export interface RouteRequest {
  readonly area: string;
  /** The route's name in camel case, a verb and a noun. */
  readonly name: string;
  readonly method: (typeof METHODS)[number];
  readonly path: `/${string}`;
  readonly access: (typeof ACCESSES)[number];
}

const oneOf = <T extends string>(words: readonly T[], word: string | undefined): T | undefined =>
  words.find((candidate) => candidate === word);

/** Reads the command's arguments; throws `BadRoute` with one sentence when they make no route. */
export function readRequest([area, name, method, path, access = "user", ...rest]: readonly string[]): RouteRequest {
  if (!area || !name || !method || !path || rest.length > 0) throw new BadRoute("A route takes four or five words.");
  if (!/^[a-z]+$/.test(area)) throw new BadRoute(`An area is one word in small letters, ${area} is not.`);
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name)) throw new BadRoute(`A name reads like writeComment, ${name} does not.`);
  const knownMethod = oneOf(METHODS, method);
  if (!knownMethod) throw new BadRoute(`${method} is no method of a route.`);
  if (!/^\/(api|auth)(\/([a-z0-9_]+|\{[a-z][A-Za-z]*\}))+$/.test(path)) {
    throw new BadRoute(`A path begins with /api/ or /auth/ and has words and {parameters} only, ${path} does not.`);
  }
  const knownAccess = oneOf(ACCESSES, access);
  if (!knownAccess) throw new BadRoute(`${access} is no kind of access.`);
  if (knownAccess === "self" && !path.includes("{userId}")) {
    throw new BadRoute("Only a path with {userId} can be for that user alone.");
  }
  return { area, name, method: knownMethod, path: path as `/${string}`, access: knownAccess };
}

/** `writeComment` → `write-comment`, the name of its files. */
export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The parameters that a path names. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? "");
