import { createRandom } from "#bench/search/typos.ts";

/** Subjects of generated artwork with their word forms, which a search treats as equal. */
export const SUBJECTS = {
  lighthouse: ["lighthouse", "lighthouses"],
  heron: ["heron", "herons"],
  bridge: ["bridge", "bridges"],
  orchard: ["orchard", "orchards"],
  harbour: ["harbour", "harbours"],
  glacier: ["glacier", "glaciers"],
  tulip: ["tulip", "tulips"],
  dancer: ["dancer", "dancers"],
  canyon: ["canyon", "canyons"],
  lantern: ["lantern", "lanterns"],
  market: ["market", "markets"],
  sailboat: ["sailboat", "sailboats"],
  cathedral: ["cathedral", "cathedrals"],
  octopus: ["octopus", "octopuses"],
  waterfall: ["waterfall", "waterfalls"],
  church: ["église", "églises"],
} as const;

export const SETTINGS = {
  sunset: ["sunset", "dusk", "sunsets"],
  dawn: ["dawn", "sunrise"],
  fog: ["fog", "mist"],
  forest: ["forest", "woods", "forests"],
  sea: ["sea", "ocean", "seas"],
  winter: ["winter", "winters"],
  night: ["night", "nights"],
  summer: ["été", "summer"],
} as const;

export const QUALITIES = {
  quiet: ["quiet"],
  broken: ["broken"],
  golden: ["golden"],
  painted: ["painted", "painting"],
  abandoned: ["abandoned"],
  little: ["little"],
  distant: ["distant"],
  crimson: ["crimson"],
} as const;

type Forms = Readonly<Record<string, readonly string[]>>;

/** A work with its subjects, by whether its title or another field has them. */
export interface MadeWork {
  readonly id: string;
  readonly title: string;
  readonly tags: string;
  readonly description: string;
  readonly artist: string;
  readonly inTitle: ReadonlySet<string>;
  readonly elsewhere: ReadonlySet<string>;
}

const FILLERS = "Study,Number,Letter,Evening,Field,Edge,Line,Room,Paper,Stone".split(",");
const ARTISTS = "ida.moor,tom_reyes,yuki,saoirse,emeka.obi,lea_brandt".split(",");

/** Works with known subjects, so that a query's expected results are known without a search engine. */
export function makeWorks(count: number): MadeWork[] {
  const random = createRandom(11);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const about = (forms: Forms) => {
    const meaning = pick(Object.keys(forms));
    return { meaning, word: pick(forms[meaning] ?? []) };
  };
  const elided = (word: string) => (/^[éeaoiu]/.test(word) ? `l’${word}` : `the ${word}`);
  return Array.from({ length: count }, (_, at): MadeWork => {
    const [subject, setting, quality] = [about(SUBJECTS), about(SETTINGS), about(QUALITIES)];
    const [other, place] = [about(SUBJECTS), about(SETTINGS)];
    const forms = [
      { title: `${quality.word} ${subject.word} at ${setting.word}`, inTitle: [quality, subject, setting] },
      { title: `${subject.word}, ${pick(FILLERS)} ${at % 97}`, inTitle: [subject] },
      { title: `${pick(FILLERS)} of ${elided(subject.word)} in ${setting.word}`, inTitle: [subject, setting] },
      { title: `${pick(FILLERS)} ${at % 89}`, inTitle: [] },
      { title: `${setting.word} ${pick(FILLERS)}`, inTitle: [setting] },
    ];
    const { title, inTitle } = pick(forms);
    return {
      id: at.toString(16).padStart(12, "0"),
      title,
      tags: random() < 0.5 ? `${other.word}-${pick(FILLERS)}`.toLowerCase() : "",
      description:
        random() < 0.5 ? `Seen near ${elided(place.word)} with a ${quality.word} friend.` : "Nothing to say.",
      artist: pick(ARTISTS),
      inTitle: new Set(inTitle.map(({ meaning }) => meaning)),
      elsewhere: new Set(),
    };
  }).map((work) => {
    const others = `${work.tags} ${work.description}`.toLowerCase();
    const mentioned = Object.entries({ ...SUBJECTS, ...SETTINGS, ...QUALITIES } as Forms).filter(([, words]) =>
      words.some((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "u").test(others)),
    );
    return { ...work, elsewhere: new Set(mentioned.map(([meaning]) => meaning)) };
  });
}
