/** Ways in which a picture was made: the API's codes and their labels. */
export const SOURCES = {
  hand: "By hand",
  photo: "Photographed",
  code: "By code, without AI",
  assisted: "AI-assisted",
  generated: "AI-generated",
} as const;

export type Source = keyof typeof SOURCES;
export const SOURCE_CODES = Object.keys(SOURCES) as Source[];

const IPTC = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/** The sources in IPTC's vocabulary, which search engines and image tools read. */
export const DIGITAL_SOURCE_TYPES: Readonly<Record<Source, string>> = {
  hand: `${IPTC}digitalCreation`,
  photo: `${IPTC}digitalCapture`,
  code: `${IPTC}algorithmicMedia`,
  assisted: `${IPTC}compositeWithTrainedAlgorithmicMedia`,
  generated: `${IPTC}trainedAlgorithmicMedia`,
};

/** The label of cards whose picture AI made in whole or in part. */
export const findAiLabel = (source: Source | null) =>
  source === "assisted" || source === "generated" ? SOURCES[source] : undefined;
