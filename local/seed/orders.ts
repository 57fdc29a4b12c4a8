/** An order of the demo and the review that follows it. */
export type SeedOrder = {
  userUsername: string;
  title: string;
  /** The licence holder, when it is a company. */
  company?: string;
  rating?: number;
};

const ordersBy = (userUsername: string, orders: readonly Omit<SeedOrder, "userUsername">[]): SeedOrder[] =>
  orders.map((order) => ({ userUsername, ...order }));

/** Orders of free licences (`offer` in `demo-artwork.ts`), never to the user's own artwork. */
export const FREE_ORDERS: readonly SeedOrder[] = [
  ...ordersBy("demo.buyer", [
    { title: "First Light over Tarn Hollow", rating: 5 },
    { title: "Harbour Rush", rating: 5 },
    { title: "Plate in D", rating: 4 },
    { title: "Two Stones", company: "Wendt & Brandt Architekten", rating: 5 },
    { title: "Lamps across the Canal", company: "Wendt & Brandt Architekten" },
    { title: "Isle of Harrow, Sheet 1" },
  ]),
  ...ordersBy("callum.mactavish", [
    { title: "First Light over Tarn Hollow", rating: 5 },
    { title: "Where the Spruces Stop", rating: 4 },
  ]),
  ...ordersBy("lotte.kessler", [{ title: "Counting Ridges", company: "Werkstatt Kessler", rating: 5 }]),
  ...ordersBy("kaisa.lindroos", [{ title: "Night Ferry", rating: 5 }]),
  ...ordersBy("sunniva_aas", [
    { title: "Thin Air", rating: 4 },
    { title: "Plate in D", rating: 5 },
  ]),
  ...ordersBy("demo.artist", [
    { title: "Isle of Harrow, Sheet 1", rating: 5 },
    { title: "Exposure, Forty Minutes", rating: 5 },
    { title: "Two Stones" },
  ]),
  ...ordersBy("jiwon_park", [{ title: "Fairground at Noon", rating: 5 }]),
  ...ordersBy("noor_elmasri", [
    { title: "Harmattan Maze", rating: 4 },
    { title: "Courtyards", company: "Studio El-Masri" },
  ]),
  ...ordersBy("mireille_fontaine", [{ title: "Samambaia", rating: 5 }]),
];

/** Orders of licences with a price (`prices.ts`); a company buys the commercial one. */
export const PAID_ORDERS: readonly SeedOrder[] = [
  { userUsername: "demo.buyer", title: "Lilac Hour", rating: 5 },
  { userUsername: "demo.buyer", title: "Undertow", company: "Wendt & Brandt Architekten", rating: 5 },
  { userUsername: "callum.mactavish", title: "Lilac Hour", rating: 4 },
  { userUsername: "mireille_fontaine", title: "Lilac Hour", company: "Café Fontaine" },
  { userUsername: "leila.haddad", title: "Rose Window, South Transept", rating: 5 },
  { userUsername: "demo.artist", title: "Veil", rating: 5 },
];
