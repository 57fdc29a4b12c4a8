/** The password of every demo account. */
export const DEMO_PASSWORD = "ochre-demo-1";

/** An account of the demo, with the fields of the sign-up and profile forms; `userCountry` is ISO 3166 alpha-2. */
export type Person = {
  userName: string;
  userUsername: string;
  userEmail: string;
  userDescription: string;
  userCountry: string;
};

const person = (userUsername: string, userName: string, userCountry: string, userDescription: string): Person => ({
  userName,
  userUsername,
  userEmail: `${userUsername}@ochre.example`,
  userDescription,
  userCountry,
});

/** The people whose accounts are printed at the start, to log in with. */
export const DEMO_ACCOUNTS = [
  person(
    "demo.artist",
    "Ines Calloway",
    "CH",
    "Paper mountains, cut and stacked. I walk up, I look, I go home and reach for the knife.",
  ),
  person(
    "demo.buyer",
    "Oskar Wendt",
    "DE",
    "Looking for pictures for a flat with tall walls and a small office with none.",
  ),
] as const satisfies readonly Person[];

export const PEOPLE: readonly Person[] = [
  ...DEMO_ACCOUNTS,
  person(
    "kaisa.lindroos",
    "Kaisa Lindroos",
    "FI",
    "I draw wind and water with strokes that never touch. Helsinki, close to the ferries.",
  ),
  person("sunniva_aas", "Sunniva Aas", "NO", "Pendulums, pinholes and long exposures. The dark months are my studio."),
  person("marisol_vega", "Marisol Vega", "MX", "Sunsets in seven colours and not one more. Dots since 1994."),
  person("aurelio.brandi", "Aurelio Brandi", "IT", "Third generation of glaziers, first without a kiln."),
  person(
    "beatriz_campos",
    "Beatriz Campos",
    "BR",
    "Plants that grow from rules. The rules are mine, the growing is theirs.",
  ),
  person("haruto_minase", "Haruto Minase", "JP", "One line, many times. Kyoto."),
  person(
    "pieter.vanderberg",
    "Pieter van der Berg",
    "NL",
    "Rectangles with feelings. Amsterdam, third floor, no lift.",
  ),
  person("noor_elmasri", "Noor El-Masri", "EG", "Architect by day. By night I build towns that nobody has to pay for."),
  person("leila.haddad", "Leïla Haddad", "MA", "Marbling: ink, water, patience, and a comb that belonged to my aunt."),
  person("mireille_fontaine", "Mireille Fontaine", "FR", "Circles. I tried squares once. Lyon."),
  person("callum.mactavish", "Callum MacTavish", "GB", "Maps of places you can't get to, drawn as if you could."),
  person(
    "jiwon_park",
    "Park Jiwon",
    "KR",
    "Risograph prints, two or three drums, slightly out of register on purpose.",
  ),
  person(
    "tomas_okafor",
    "Tomás Okafor",
    "NG",
    "Tiles and mazes between Lagos and Lisbon. Turn one square and the whole wall changes.",
  ),
  person("anjali.rao", "Anjali Rao", "IN", "Weaver. The loom is gone, the counting stayed."),
  person("ewa_zielinska", "Ewa Zielińska", "PL", "I let sound draw. Sand, brass plates, a violin bow."),
  person("lotte.kessler", "Lotte Kessler", "DE", "Compass, ruler, five colours. Dessau."),
];
