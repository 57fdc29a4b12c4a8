/** Usernames of the artists whom each user follows, by username; never themselves. */
export const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  "demo.buyer": ["demo.artist", "kaisa.lindroos", "sunniva_aas", "haruto_minase", "callum.mactavish"],
  "demo.artist": ["callum.mactavish", "marisol_vega", "haruto_minase", "sunniva_aas"],
  "kaisa.lindroos": ["demo.artist", "sunniva_aas"],
  sunniva_aas: ["demo.artist", "kaisa.lindroos", "haruto_minase"],
  marisol_vega: ["aurelio.brandi", "beatriz_campos"],
  "aurelio.brandi": ["marisol_vega", "demo.artist"],
  beatriz_campos: ["marisol_vega", "anjali.rao"],
  haruto_minase: ["kaisa.lindroos", "pieter.vanderberg"],
  "pieter.vanderberg": ["haruto_minase", "demo.artist"],
  "callum.mactavish": ["demo.artist", "kaisa.lindroos"],
  "anjali.rao": ["noor_elmasri", "demo.artist"],
};
