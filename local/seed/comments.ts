/** `to`: the place in the list of the comment that it replies to. */
type SeedComment = readonly [userUsername: string, text: string, to?: number];

/** Comments and replies by the artwork's title, in the order of writing. */
export const COMMENTS: Readonly<Record<string, readonly SeedComment[]>> = {
  "First Light over Tarn Hollow": [
    [
      "callum.mactavish",
      "I have stood on that shore, or on one that should sue for likeness. The shaky reflection is exactly right.",
    ],
    ["demo.buyer", "This goes above the sofa. My tall wall and I are very grateful."],
    [
      "demo.artist",
      "Callum, it is three shores glued together. Oskar, hang it low: the water wants to be at eye level.",
      0,
    ],
  ],
  "Counting Ridges": [
    ["lotte.kessler", "Eleven? I count twelve, but the last might be sky."],
    ["demo.artist", "Twelve. The last one is sky on weekdays.", 0],
  ],
  "Where the Spruces Stop": [["beatriz_campos", "You can hear where the birds stop too."]],
  "Thin Air": [["sunniva_aas", "That sun. In January we would call this a bright day."]],
  "Night Ferry": [["kaisa.lindroos", "Ours leaves at 23:30 and the moon is never this punctual."]],
  "Harmattan Maze": [
    ["noor_elmasri", "I followed the orange for ten minutes and came out in my own kitchen."],
    ["tomas_okafor", "Then you turned left at the third square. Everybody does.", 0],
  ],
  Samambaia: [["mireille_fontaine", "My bathroom fern has seen this and is asking questions."]],
  "Fairground at Noon": [
    ["jiwon_park", "How do you choose the last, smallest circle? I would never be able to stop."],
    ["mireille_fontaine", "I stop when lunch is ready. It is the only honest method.", 0],
  ],
  "Exposure, Forty Minutes": [
    [
      "ewa_zielinska",
      "Same evening, same idea, two countries apart: you let gravity draw and I let the bow. Shall we swap prints?",
    ],
    ["sunniva_aas", "Yes. Mine travels flat, please keep the sand on your side.", 0],
  ],
  "Plate in D": [
    ["haruto_minase", "The silent part is the picture. I shall think about this all week."],
    ["demo.buyer", "Is it really just sand? No retouching?"],
    ["ewa_zielinska", "Sand, a brass plate and neighbours with patience.", 1],
  ],
  "Cherries, Two Drums": [
    ["marisol_vega", "The third colour for free! I counted seven all my life and you do it with two."],
  ],
  "Rose Window, South Transept": [
    ["leila.haddad", "The wine ring next to the night ring. My aunt's comb could not have done it better."],
    ["aurelio.brandi", "From you, Leïla, I take that as a diploma.", 0],
  ],
  "Harbour Rush": [["demo.buyer", "I commute through this picture every morning."]],
  "Silk from the Medina": [
    ["anjali.rao", "I tried to count the folds as threads and lost the warp somewhere in the apricot. Wonderful."],
  ],
  "Evening Cloth": [["anjali.rao", "Somebody taught this line to breathe."]],
  "Bazaar Basket": [["tomas_okafor", "That last roll of teal was worth the trip."]],
  "Playa Magenta": [["aurelio.brandi", "Seven colours and it is still warmer than my whole workshop."]],
  "Isle of Harrow, Sheet 1": [
    ["demo.artist", "When is Sheet 2 due? I have already packed."],
    ["callum.mactavish", "Sheet 2 is mostly water. Bring the second pair of socks.", 0],
  ],
  "Roofs, Four o'Clock": [
    ["pieter.vanderberg", "The laundry is the best part. Every roof a small flag of being at home."],
  ],
  "Forty Exercises": [["pieter.vanderberg", "Number 17 would pass for a whole career where I come from."]],
  "Two Stones": [
    ["demo.artist", "A heartbeat apart, and you see it. That is all I want from a line."],
    ["kaisa.lindroos", "The place where the rings cross keeps me here."],
  ],
  "Lamps across the Canal": [["demo.buyer", "Two squares are still dark. I like to think they are out for dinner."]],
  "Polder, Late Summer": [
    ["lotte.kessler", "Land drawn before it was walked on. I am going to steal that sentence for my students."],
  ],
  "Third Wave": [["kaisa.lindroos", "Nothing lines up and everything moves. That is the Baltic in a good mood."]],
  Undertow: [["sunniva_aas", "I held my breath at the narrow place in the middle."]],
  Courtyards: [
    [
      "noor_elmasri",
      "As an architect I object to the circulation. As a person I want to live in the large one at the back.",
    ],
  ],
  "Grandmother's Button Tin": [
    ["beatriz_campos", "Mine had one glass parrot button and I never learned which coat it came from."],
  ],
};
