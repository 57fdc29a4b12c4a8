import { type MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";

/** From 0 (guessed immediately) to 4. */
export type StrengthLevel = 0 | 1 | 2 | 3 | 4;

export interface PasswordStrength {
  readonly level: StrengthLevel;
  /** The list that the password resembles; attackers try both first. */
  readonly warning: "common" | "personal" | null;
}

const COMMON = "common";
const PERSONAL = "userInputs";

/** Longer passwords are truncated, as the time of the estimate grows faster than the length. */
const MAX_LENGTH = 64;

/** Shorter parts of a name occur in passwords by chance. */
const MIN_PART_LENGTH = 3;

const estimator = new ZxcvbnFactory({ dictionary: { [COMMON]: passwords }, maxLength: MAX_LENGTH });

/** Estimates a password's strength against attackers who know `personal`: the account's name, username and address. */
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
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= MIN_PART_LENGTH);

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
