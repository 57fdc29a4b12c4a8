import { APP_NAME } from "#shared/brand.ts";

/** A word as filled outlines: `path` is SVG path data that begins at the left of the baseline, y downwards. */
interface Outline {
  readonly width: number;
  readonly capHeight: number;
  readonly path: string;
}

/**
 * The brand drawn as outlines, because Lambda's image has no fonts. A brand of another name doesn't compile until it is
 * drawn here too. Made once with fontkit from Bricolage Grotesque (SIL Open Font License 1.1), the package
 * `@fontsource-variable/bricolage-grotesque`, weight 800, 100 units per em:
 * `font.layout(APP_NAME).glyphs`, each `path.translate(x, 0).scale(0.1, -0.1).toSVG()`, rounded to whole units.
 */
const OUTLINES: Readonly<Record<typeof APP_NAME, Outline>> = {
  Ochre: {
    width: 268,
    capHeight: 68,
    path: [
      "M33 1Q26 1 20 -1Q15 -3 11 -7Q7 -12 5 -18Q3 -24 3 -33Q3 -44 7 -52Q10 -60 17 -64Q24 -67 33 -67Q40 -67 46 -65Q52 -63 55 -59Q59 -54 61 -48Q63 -42 63 -33Q63 -24 61 -18Q59 -11 55 -7Q51 -3 45 -1Q40 1 33 1Z",
      "M33 -12Q38 -12 41 -14Q44 -16 45 -21Q47 -25 47 -32Q47 -40 45 -44Q44 -49 41 -52Q38 -54 33 -54Q29 -54 26 -52Q23 -49 21 -45Q20 -40 20 -33Q20 -28 20 -24Q21 -20 23 -17Q25 -14 27 -13Q30 -12 33 -12Z",
      "M95 1Q88 1 83 -1Q78 -3 74 -7Q71 -10 70 -15Q68 -20 68 -26Q68 -31 70 -36Q71 -41 74 -46Q77 -50 82 -52Q88 -54 95 -54Q103 -54 108 -51Q113 -48 115 -43Q117 -38 117 -32L103 -31Q103 -35 102 -37Q101 -39 99 -40Q97 -42 94 -42Q92 -42 90 -41Q88 -40 87 -38Q86 -36 85 -33Q84 -30 84 -27Q84 -22 86 -18Q87 -14 89 -12Q91 -11 95 -11Q99 -11 101 -12Q103 -14 103 -17Q104 -20 103 -22L118 -22Q119 -17 118 -13Q117 -9 114 -6Q111 -2 106 0Q102 1 95 1Z",
      "M123 0L123 -28L123 -70L140 -70L140 -57Q140 -55 139 -51Q139 -48 139 -44Q138 -40 138 -36Q137 -33 137 -30L138 -30Q139 -39 141 -44Q143 -49 147 -52Q151 -54 156 -54Q165 -54 169 -48Q173 -42 173 -30L173 0L157 0L157 -29Q157 -35 155 -37Q154 -40 150 -40Q147 -40 145 -38Q143 -35 141 -31Q140 -26 140 -18L140 0Z",
      "M180 0L180 -29L180 -53L194 -53L194 -32L194 -32Q195 -40 197 -45Q199 -50 201 -52Q204 -54 207 -54Q209 -54 211 -53Q213 -53 215 -52L214 -34Q212 -35 210 -36Q208 -36 206 -36Q202 -36 200 -35Q198 -33 197 -29Q196 -26 196 -21L196 0Z",
      "M244 1Q236 1 231 -1Q226 -3 223 -7Q220 -10 218 -15Q217 -20 217 -25Q217 -31 218 -36Q220 -41 223 -45Q226 -49 231 -52Q236 -54 243 -54Q249 -54 254 -52Q259 -49 262 -45Q265 -41 266 -36Q267 -30 265 -24L227 -23L227 -32L253 -32L251 -27Q252 -32 251 -35Q250 -38 248 -40Q246 -41 243 -41Q239 -41 237 -40Q234 -38 234 -34Q233 -31 233 -26Q233 -18 235 -14Q238 -11 244 -11Q246 -11 248 -11Q249 -12 250 -13Q251 -14 252 -16Q252 -17 252 -19L267 -19Q267 -15 266 -12Q265 -8 263 -5Q260 -2 255 0Q251 1 244 1Z",
    ].join(""),
  },
};

export const BRAND_OUTLINE = OUTLINES[APP_NAME];
