/** A licence that somebody takes, and the stars that they give for it later. */
export type Wish = {
  userUsername: string;
  title: string;
  /** For whom it is, where it isn't for the person. */
  company?: string;
  rating?: number;
};

const wishesOf = (userUsername: string, wishes: readonly Omit<Wish, "userUsername">[]): Wish[] =>
  wishes.map((wish) => ({ userUsername, ...wish }));

/** Free licences: whatever is taken is offered free (`work.ts`), and never by who takes it. */
export const WISHES: readonly Wish[] = [
  ...wishesOf("demo.buyer", [
    { title: "First Light over Tarn Hollow", rating: 5 },
    { title: "Harbour Rush", rating: 5 },
    { title: "Plate in D", rating: 4 },
    { title: "Two Stones", company: "Wendt & Brandt Architekten", rating: 5 },
    { title: "Lamps across the Canal", company: "Wendt & Brandt Architekten" },
    { title: "Isle of Harrow, Sheet 1" },
  ]),
  ...wishesOf("callum.mactavish", [
    { title: "First Light over Tarn Hollow", rating: 5 },
    { title: "Where the Spruces Stop", rating: 4 },
  ]),
  ...wishesOf("lotte.kessler", [{ title: "Counting Ridges", company: "Werkstatt Kessler", rating: 5 }]),
  ...wishesOf("kaisa.lindroos", [{ title: "Night Ferry", rating: 5 }]),
  ...wishesOf("sunniva_aas", [
    { title: "Thin Air", rating: 4 },
    { title: "Plate in D", rating: 5 },
  ]),
  ...wishesOf("demo.artist", [
    { title: "Isle of Harrow, Sheet 1", rating: 5 },
    { title: "Exposure, Forty Minutes", rating: 5 },
    { title: "Two Stones" },
  ]),
  ...wishesOf("jiwon_park", [{ title: "Fairground at Noon", rating: 5 }]),
  ...wishesOf("noor_elmasri", [
    { title: "Harmattan Maze", rating: 4 },
    { title: "Courtyards", company: "Studio El-Masri" },
  ]),
  ...wishesOf("mireille_fontaine", [{ title: "Samambaia", rating: 5 }]),
];
