import { type MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";

/** From 0, guessed at once, to 4. */
export type StrengthLevel = 0 | 1 | 2 | 3 | 4;

export interface PasswordStrength {
  readonly level: StrengthLevel;
  /** The list of guesses that a password is close to; attackers try both lists first. */
  readonly warning: "common" | "personal" | null;
}

const COMMON = "common";
const PERSONAL = "userInputs";

/** Characters that are looked at: the time grows faster than the length, and what is longer is judged by its beginning. */
const MAX_LENGTH = 64;

/** Shorter parts of a name are in passwords by chance. */
const SHORTEST_PART = 3;

const estimator = new ZxcvbnFactory({ dictionary: { [COMMON]: passwords }, maxLength: MAX_LENGTH });

/** How hard a password is to guess for someone who knows `personal`: the account's name, username and address. */
export function estimateStrength(password: string, personal: readonly string[]): PasswordStrength {
  const { score, sequence } = estimator.check(password, personal.flatMap(splitParts));
  const [first] = sequence;
  const warning =
    first && isRepeat(first) && sequence.length === 1
      ? estimateStrength(first.baseToken, personal).warning
      : findWarning(sequence, score);
  return { level: warning && score > 1 ? 1 : score, warning };
}

const splitParts = (text: string) =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= SHORTEST_PART);

const isRepeat = (match: MatchExtended): match is MatchExtended & { baseToken: string } =>
  match.pattern === "repeat" && typeof match.baseToken === "string";

function findWarning(sequence: readonly MatchExtended[], score: StrengthLevel) {
  if (isMostly(PERSONAL, sequence)) return "personal";
  return score <= 2 && isMostly(COMMON, sequence) ? "common" : null;
}

/** True if the dictionary's words make up at least half of the password. */
function isMostly(dictionary: string, sequence: readonly MatchExtended[]) {
  const found = sequence.filter((match) => match.pattern === "dictionary" && match.dictionaryName === dictionary);
  return sumLengths(found) * 2 >= sumLengths(sequence);
}

const sumLengths = (matches: readonly MatchExtended[]) => matches.reduce((sum, { token }) => sum + token.length, 0);
