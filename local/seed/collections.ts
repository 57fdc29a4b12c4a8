interface DemoCollection {
  readonly collectionTitle: string;
  readonly collectionDescription: string;
  /** Titles of its artwork, in its order. */
  readonly artwork: readonly string[];
}

/** Collections of users, by username. */
export const COLLECTIONS: Readonly<Record<string, readonly DemoCollection[]>> = {
  "demo.buyer": [
    {
      collectionTitle: "For the hallway",
      collectionDescription: "Long and quiet, to be walked past every day.",
      artwork: ["First Light over Tarn Hollow", "Counting Ridges", "Night Ferry", "Corrie and Scree"],
    },
    {
      collectionTitle: "Loud ones",
      collectionDescription: "",
      artwork: ["Harbour Rush", "Plate in D", "Playa Magenta", "Two Stones"],
    },
  ],
  "demo.artist": [
    {
      collectionTitle: "What I learn from",
      collectionDescription: "Edges, mostly, and how little it takes.",
      artwork: ["Isle of Harrow, Sheet 1", "Undertow", "Exposure, Forty Minutes", "Night Bus Window"],
    },
  ],
};
