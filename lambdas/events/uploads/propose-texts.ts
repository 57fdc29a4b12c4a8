import type { Source } from "#shared/artwork-sources.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Proposals } from "#shared/model/media.ts";
import { isTag, normalizeTags } from "#shared/rules/tags.ts";
import { cleanTitle } from "#shared/rules/title-from-file.ts";
import { shorten, toVisibleLine, toVisibleLines } from "#shared/rules/visible-text.ts";
import { type Credits, decodeText } from "../../platform/picture-files/credit-text.ts";
import { openIptc } from "../../platform/picture-files/iptc.ts";
import type { Places } from "../../platform/picture-files/places.ts";
import { readExif } from "../../platform/picture-files/read-exif.ts";
import { openXmp } from "../../platform/picture-files/read-xmp.ts";

/** UTF-16 units of a file's text that are read; more than any field of the form holds. */
const READ_UNITS = 20_000;

const toLine = (text: string) => toVisibleLine(text.slice(0, READ_UNITS)).trim();
const toLines = (text: string) => toVisibleLines(text.slice(0, READ_UNITS)).trim();

const decodeWindows = (value: Buffer | undefined) => new TextDecoder("utf-16le").decode(value).split("\0")[0] ?? "";
const decodeAscii = (value: Buffer | undefined) => decodeText(value ?? Buffer.alloc(0)).split("\0")[0] ?? "";

/** Descriptions that cameras and programs write into every file. */
const STANDARD =
  /^(?:(?:olympus|minolta|konica|sony|samsung|nikon|kodak|digital) ?.{0,20}(?:camera|dsc|pictures)|sony dsc|dcim.*|created with .{0,20}|screenshot|default|ascii|lead technologies.*|\?+)$/iu;

const SOURCE_TYPE = /digitalsourcetype\/([A-Za-z]{1,60})/g;

/** Terms of IPTC's vocabulary, retired ones included, in our words: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const SOURCE_TYPES: Readonly<Record<string, Source>> = {
  compositeWithTrainedAlgorithmicMedia: "assisted",
  compositeSynthetic: "assisted",
  trainedAlgorithmicMedia: "generated",
  algorithmicMedia: "code",
  dataDrivenMedia: "code",
  softwareImage: "code",
  digitalCreation: "hand",
  digitalArt: "hand",
  digitalCapture: "photo",
  computationalCapture: "photo",
  compositeCapture: "photo",
  negativeFilm: "photo",
  positiveFilm: "photo",
};

/** Programs that make pictures in one way only. */
const PROGRAMS: readonly (readonly [RegExp, Source])[] = [
  [
    /midjourney|dall[-·. ]?e\b|stable diffusion|comfyui|novelai|adobe firefly|invokeai|automatic1111|chatgpt/i,
    "generated",
  ],
  [/procreate|krita|clip studio|paint ?tool sai|ibis ?paint|medibang|artrage|corel painter|infinite painter/i, "hand"],
  [/matplotlib|pov-?ray|apophysis|chaotica|ultra fractal|processing \d/i, "code"],
];

const first = (texts: readonly string[]) => texts.find((text) => text !== "") ?? "";

/** How a picture was made, as far as its file tells it: what AI made in part or in whole comes before the rest. */
function findSource({ xmp = "", places, programs, hasExposure }: Read): Source | undefined {
  const written = [xmp, ...(places.manifests ?? []).map((manifest) => manifest.toString("latin1"))];
  const types = new Set(written.flatMap((text) => [...text.matchAll(SOURCE_TYPE)].map(([, type = ""]) => type)));
  const named = Object.entries(SOURCE_TYPES).find(([type]) => types.has(type));
  if (named) return named[1];
  if (places.getText?.("parameters") || places.getText?.("prompt")) return "generated";
  const made = PROGRAMS.find(([pattern]) => programs.some((program) => pattern.test(program.slice(0, 200))));
  return made?.[1] ?? (hasExposure ? "photo" : undefined);
}

interface Read {
  readonly xmp: string;
  readonly places: Places;
  readonly programs: readonly string[];
  readonly hasExposure: boolean;
}

/** The tags of keywords in their order; those that can't be tags are left out. */
const toTags = (keywords: readonly string[]) =>
  normalizeTags(keywords.flatMap((text) => text.slice(0, READ_UNITS).split(/[,;\n]/)))
    .filter(isTag)
    .slice(0, LIMITS.artworkTags.count);

/**
 * Proposals for an artwork's form from what its file says about the picture, each from the first place that has it: XMP,
 * IPTC-IIM, EXIF, texts of a PNG. They obey the rules of typed texts. Undefined without any.
 */
export function proposeTexts(places: Places, credits: Credits): Proposals | undefined {
  const xmp = places.xmp?.toString("utf8", 0, LIMITS.embedded.textBytes) ?? "";
  const [listXmp, listIptc, exif] = [openXmp(xmp), openIptc(places.iptc ?? Buffer.alloc(0)), readExif(places.exif)];
  const getPng = (keyword: Parameters<NonNullable<Places["getText"]>>[0]) => places.getText?.(keyword) ?? "";
  const titles = [
    ...listXmp("dc", "title"),
    ...listIptc("title"),
    decodeWindows(exif.windowsTitle),
    getPng("title"),
    ...listXmp("photoshop", "Headline"),
    ...listIptc("headline"),
  ];
  const descriptions = [
    ...listXmp("dc", "description"),
    ...listIptc("caption"),
    decodeAscii(exif.imageDescription),
    decodeWindows(exif.windowsComment),
    getPng("description"),
  ];
  const title = first(titles.map((text) => cleanTitle(toLine(text))));
  const description = first(descriptions.map(toLines).filter((text) => !STANDARD.test(text)));
  const alt = first(listXmp("Iptc4xmpCore", "AltTextAccessibility").map(toLine));
  const keywords = [
    listXmp("dc", "subject"),
    listIptc("keywords"),
    [decodeWindows(exif.windowsKeywords)],
    [getPng("keywords")],
  ];
  const tags = keywords.map(toTags).find(({ length }) => length > 0);
  const programs = [...listXmp("xmp", "CreatorTool"), decodeAscii(exif.software), getPng("software")];
  const source = findSource({ xmp, places, programs, hasExposure: exif.hasExposure });
  const credit = toLine(credits.creditLine || credits.copyright || credits.artist);
  const proposals = {
    ...(title && { artworkTitle: shorten(title, LIMITS.artworkTitle.max) }),
    ...(description &&
      description !== title && { artworkDescription: shorten(description, LIMITS.artworkDescription.max) }),
    ...(alt && { artworkAlt: shorten(alt, LIMITS.artworkAlt.max) }),
    ...(tags && { artworkTags: tags }),
    ...(source && { artworkSource: source }),
    ...(credit && { credit }),
  };
  return Object.keys(proposals).length > 0 ? proposals : undefined;
}
