const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
const ACCESSES = ["public", "user", "self"] as const;

export const USAGE = `npm run new:route -- <area> <verbNoun> <METHOD> <path> [access]
  area    the function that serves it, such as artwork; created if it is new
  method  ${METHODS.join(", ")}
  path    such as /api/artwork/{artworkId}/comments
  access  ${ACCESSES.join(", ")}; default: user`;

/** A route that can't be generated; the message is for the user of the command. */
export class BadRoute extends Error {}

/** The parsed command line. */
export interface RouteRequest {
  readonly area: string;
  /** The route's name in camel case, a verb and a noun. */
  readonly name: string;
  readonly method: (typeof METHODS)[number];
  readonly path: `/${string}`;
  readonly access: (typeof ACCESSES)[number];
}

const findWord = <T extends string>(words: readonly T[], word: string | undefined): T | undefined =>
  words.find((candidate) => candidate === word);

/** Parses the command's arguments; throws `BadRoute` with a one-sentence message. */
export function readRequest([area, name, method, path, access = "user", ...rest]: readonly string[]): RouteRequest {
  if (!area || !name || !method || !path || rest.length > 0) throw new BadRoute("Expected four or five arguments.");
  if (!/^[a-z]+$/.test(area)) throw new BadRoute(`An area is one word in lower case, not ${area}.`);
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name))
    throw new BadRoute(`A name is in camel case like writeComment, not ${name}.`);
  const knownMethod = findWord(METHODS, method);
  if (!knownMethod) throw new BadRoute(`${method} isn't a supported method.`);
  if (!/^\/(api|auth)(\/([a-z0-9_]+|\{[a-z][A-Za-z]*\}))+$/.test(path)) {
    throw new BadRoute(`A path begins with /api/ or /auth/ and consists of words and {parameters}, not ${path}.`);
  }
  const knownAccess = findWord(ACCESSES, access);
  if (!knownAccess) throw new BadRoute(`${access} isn't a supported access.`);
  if (knownAccess === "self" && !path.includes("{userId}")) {
    throw new BadRoute("Access self requires a path with {userId}.");
  }
  return { area, name, method: knownMethod, path: path as `/${string}`, access: knownAccess };
}

/** `writeComment` → `write-comment`, the name of its files. */
export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The parameters that a path names. */
export const listParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? "");
