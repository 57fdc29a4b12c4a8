import { isOneTypoApart } from "../../../search-engine/typos.ts";
import { createSynsetFinder, readFrequencies, readSenses, type Synset } from "./read-wordnet.ts";

/** Topics of nouns that pictures show: animals, artefacts, food, places and things of nature, plants. */
const SHOWN_TOPICS = new Set(["05", "06", "13", "17", "19", "20"]);

/** Times and feasts, the only names among the synonyms. */
const TIMES = "28";

/** Adjectives, and those that only say what something is about: lunar, urban. */
const ADJECTIVES = "00";
const ABOUT = "01";

/** Words whose most used meaning is none that pictures show, as a plant is rarely a factory, and words that hurt. */
const LEFT_OUT = new Set("plant pattern vintage office madhouse nuthouse midget fag".split(" "));

/** Least number of times that a word is said in the subtitles, by topic. */
const MIN_SAID = { shown: 10, adjective: 50, other: 200 } as const;

/** Least part of a word's uses: as a noun or adjective, in a sense, and in one that isn't its first. */
const MIN_SHARE = { partOfSpeech: 0.1, sense: 0.2, laterSense: 0.3 } as const;

/** Uses from which a word's parts of speech are compared. */
const ENOUGH_USES = 20;

/** Words with more hyponyms are too general to be searched for: device, period. */
const MAX_HYPONYMS = 60;

/** Number of times that a word is said which everybody knows. */
const KNOWN = 300;

/** Most steps from a meaning to a broader one. */
const MAX_STEPS = 3;

/** Most words that one word finds. */
const MAX_WORDS = { same: 8, narrower: 12, broader: 3 } as const;

const WORD = /^[a-z]{3,}$/;

/** The kind of animal in "young domestic cat", "a young of the horse". */
const YOUNG = /^(?:an? |the )?young (?:of (?:an? |the )?)?(?:domestic |male |female )*([a-z]+)/;

/** Synsets that WordNet marks as insults. */
const INSULTS = ["disparagement", "ethnic_slur", "obscenity"];

/** The meanings that a word is mostly used in, as noun or adjective. */
interface Usage {
  readonly first: string | undefined;
  /** Parts of the uses by synset. */
  readonly shares: ReadonlyMap<string, number>;
}

const addTo = (map: Map<string, Set<string>>, word: string, other: string) => {
  if (word !== other) map.set(word, (map.get(word) ?? new Set()).add(other));
};

const getLeastSaid = (topic: string) => {
  if (SHOWN_TOPICS.has(topic) || topic === TIMES || topic === ABOUT) return MIN_SAID.shown;
  return topic === ADJECTIVES ? MIN_SAID.adjective : MIN_SAID.other;
};

/** "foggy" of "fog", "happiness" of "happy". */
function isDerived(one: string, other: string) {
  const shared = Math.max(3, Math.min(one.length, other.length) - 1);
  return one.slice(0, shared) === other.slice(0, shared);
}

/**
 * WordNet's synonyms, hyponyms and hypernyms among the words that people say, a line a word: `word|synonyms|hyponyms|hypernyms`, each the
 * commonest first. It takes the meanings that a word is mostly used in, so that a dog is neither a sausage nor a cad.
 */
export function reduceWordNet(): string {
  const { frequencies, names } = readFrequencies();
  const getFrequency = (word: string) => frequencies.get(word) ?? 0;
  const findSynset = createSynsetFinder();
  const senses = readSenses((word) => WORD.test(word) && getFrequency(word) >= MIN_SAID.shown && !LEFT_OUT.has(word));

  function findUsage(word: string, partOfSpeech: Synset["partOfSpeech"]): Usage | undefined {
    const all = senses.get(word) ?? [];
    const own = all.filter((sense) => sense.partOfSpeech === partOfSpeech);
    const countUses = (counted: typeof all) => counted.reduce((sum, { uses }) => sum + uses, 0);
    const [uses, allUses] = [countUses(own), countUses(all)];
    if (allUses >= ENOUGH_USES ? uses / allUses < MIN_SHARE.partOfSpeech : uses === 0 && allUses > 0) return undefined;
    // Nothing says which of several meanings without uses is meant.
    const used = uses > 0 ? own : own.length <= 2 ? own.map((sense) => ({ ...sense, uses: 1 })) : [];
    const total = countUses(used);
    const main = used.filter(({ synset, uses }) => {
      if (uses / total < MIN_SHARE.sense) return false;
      const { topic = "", words = [] } = findSynset(synset) ?? {};
      const isName = words.includes(word) ? names.has(word) && allUses === 0 : topic !== TIMES;
      return !isName && getFrequency(word) >= getLeastSaid(topic);
    });
    const first = uses > 0 || own.length === 1 ? own[0]?.synset : undefined;
    return { first, shares: new Map(main.map(({ synset, uses }) => [synset, uses / total])) };
  }

  const usages = {
    noun: new Map([...senses.keys()].map((word) => [word, findUsage(word, "noun")])),
    adj: new Map([...senses.keys()].map((word) => [word, findUsage(word, "adj")])),
  };
  const getShare = (word: string, { partOfSpeech, id }: Synset) => usages[partOfSpeech].get(word)?.shares.get(id) ?? 0;
  const isFirst = (word: string, synset: Synset) =>
    usages[synset.partOfSpeech].get(word)?.first === synset.id && getShare(word, synset) > 0;
  const listCommon = (synset: Synset) =>
    synset.words.map((word) => word.toLowerCase()).filter((word) => getShare(word, synset) > 0);

  const same = new Map<string, Set<string>>();
  const hypernyms = new Map<string, Set<string>>();
  const addSame = (one: string, other: string) => {
    addTo(same, one, other);
    addTo(same, other, one);
  };

  function addSynonyms(synset: Synset) {
    const common = listCommon(synset);
    for (const word of common) {
      for (const other of common) {
        const isMeant =
          isFirst(word, synset) || (isFirst(other, synset) && getShare(word, synset) >= MIN_SHARE.laterSense);
        if (isMeant) addTo(same, word, other);
      }
      // British spellings are rare in American subtitles.
      for (const other of synset.words) {
        if (other.length > 3 && frequencies.has(other) && isOneTypoApart(word, other)) addSame(word, other);
      }
    }
  }

  /** Adjectives and their nouns: "foggy" and "fog", "urban" and "city". */
  function addNouns(adjective: Synset) {
    for (const { symbol, target, places } of adjective.pointers) {
      const noun = findSynset(target);
      const [word, other] = [adjective.words[places[0] - 1], noun?.words[places[1] - 1]?.toLowerCase()];
      if (!noun || !word || !other || noun.partOfSpeech !== "noun" || getShare(other, noun) === 0) continue;
      const isDerivation = symbol === "+" && isDerived(word, other) && getFrequency(word) >= MIN_SAID.shown;
      const isAbout = symbol === "\\" && isFirst(word, adjective);
      if (isDerivation || isAbout) addSame(word, other);
    }
  }

  /** Common hypernyms, up to one that everybody knows: raptor and bird of an eagle. */
  const listHypernyms = ({ pointers }: Synset, steps = MAX_STEPS): string[] =>
    pointers
      .filter(({ symbol }) => symbol === "@")
      .flatMap(({ target }) => {
        const above = findSynset(target);
        if (!above || !(SHOWN_TOPICS.has(above.topic) || above.topic === TIMES)) return [];
        const common = listCommon(above);
        const isKnown = common.some((word) => getFrequency(word) >= KNOWN);
        return isKnown || steps === 1 ? common : [...common, ...listHypernyms(above, steps - 1)];
      });

  function addHypernyms(synset: Synset) {
    const young = synset.topic === "05" ? YOUNG.exec(synset.gloss)?.[1] : undefined;
    const above = [...listHypernyms(synset), ...(young && senses.has(young) ? [young] : [])];
    for (const word of listCommon(synset).filter((word) => isFirst(word, synset))) {
      for (const other of above) if (!same.get(word)?.has(other)) addTo(hypernyms, word, other);
    }
  }

  const isInsult = ({ pointers }: Synset) =>
    pointers.some(
      ({ symbol, target }) => symbol === ";u" && findSynset(target)?.words.some((word) => INSULTS.includes(word)),
    );
  const taken = [...usages.noun.values(), ...usages.adj.values()]
    .flatMap((usage) => [...(usage?.shares.keys() ?? [])])
    .flatMap((id) => findSynset(id) ?? [])
    .filter((synset) => !isInsult(synset));
  for (const synset of taken) addSynonyms(synset);
  for (const synset of taken) if (synset.partOfSpeech === "adj") addNouns(synset);
  for (const synset of taken) if (SHOWN_TOPICS.has(synset.topic) || synset.topic === TIMES) addHypernyms(synset);

  const hyponyms = new Map<string, Set<string>>();
  for (const [word, others] of hypernyms) for (const other of others) addTo(hyponyms, other, word);
  const isTooGeneral = (word: string) => (hyponyms.get(word)?.size ?? 0) > MAX_HYPONYMS;
  const listCommonest = (words: ReadonlySet<string> = new Set()) =>
    [...words].sort((a, b) => getFrequency(b) - getFrequency(a) || (a < b ? -1 : 1));
  const words = [...new Set([...same.keys(), ...hyponyms.keys(), ...hypernyms.keys()])].sort();
  return words
    .map((word) => [
      listCommonest(same.get(word)).slice(0, MAX_WORDS.same),
      isTooGeneral(word) ? [] : listCommonest(hyponyms.get(word)).slice(0, MAX_WORDS.narrower),
      listCommonest(hypernyms.get(word))
        .filter((other) => !isTooGeneral(other))
        .slice(0, MAX_WORDS.broader),
    ])
    .map((lists, at) => [words[at], ...lists.map((list) => list.join(" "))].join("|"))
    .filter((line) => !line.endsWith("|||"))
    .join("\n");
}
