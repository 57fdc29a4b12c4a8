import { LIMITS } from "../limits.ts";
import { takeCharacters, toVisibleLine } from "./visible-text.ts";

const EXTENSION =
  /\.(?:jpe?g|jfif|png|apng|gif|tiff?|webp|heic|avif|bmp|psd|psb|xcf|kra|clip|procreate|afphoto|ai|svg|raw|dng)$/i;

/** Names that cameras, phones and programs give by themselves, up to their number. */
const GIVEN = new RegExp(
  `^(?:${[
    "_?(?:DSC[NF]?|DCIM|IMG|IMAG|MG|MVIMG|PXL|PICT?|GOPR|GX|GH|DJI|CIMG|SAM|HPIM|KIF|WP|VID|SDC|MAH|EOS|RIMG|CSC)(?:[-_ ]?[A-Z]{0,3}\\d[\\d_~-]*(?:[-_]?WA\\d+)?)",
    "_?[A-Z][A-Z\\d]{1,4}[-_]?\\d{4,}",
    "[A-Z]\\d{6,}",
    "\\d{3}_\\d{4}",
  ].join("|")})(?=$|[-_ .(])`,
);

const UNNAMED = new RegExp(
  `^(?:${[
    "(?:untitled|unnamed|ohne titel|unbenannt|sans titre|sin t[ií]tulo|senza titolo|sem t[ií]tulo|naamloos|namnl[oö]s|без названия|無題|名称未設定|제목 없음|未标题|未命名)",
    "screen ?shot|screen ?capture|screen ?recording|bildschirmfoto|captura de pantalla|capture d.?[eé]cran|skärmavbild|schermafbeelding|снимок экрана|スクリーンショット",
    "whatsapp image|chatgpt image|gemini generated image|comfyui|received|fb img|signal|download|image|images|picture|pic|photo|foto|bild|file|scan|scanned|canvas|new canvas|new|artwork|illustration|layer|export|artboard|frame|page|document|drawing|sketch|painting",
  ].join(
    "|",
  )})(?: artwork| document| image)?(?: (?:copy|at|from|am|um|à|le|von|pm|a ?m|p ?m|[\\d.:()_-]+|\\d+ ?(?:de|of) ?\\d+))*$`,
  "iu",
);

const UUID = /[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/i;

/** Says which file it is, not what it shows; only at the end. */
const NOISE =
  /^(?:finals?|finale|fin|copy|copie|kopie|copia|exports?|exported|edit|edits|edited|drafts?|wip|versions?|ver|v\d+(?:\.\d+)*|rev\d*|r\d+|\(?\d+(?:\.\d+)*\)?|\d+(?:px|dpi|ppi|k|mb|cm|mm|in|p)|\d+(?:\.\d+)?[x×]\d+(?:\.\d+)?(?:px|cm|mm|in)?|@?\dx|hi-?res|low-?res|highres|hires|lowres|hd|uhd|fhd|[rs]?rgb|cmyk|p3|a[0-6]|compressed|resized|cropped|scaled|upscaled|flattened|optimized|final\d+|edit\d+|copy\d+)$/i;

/** Capitals and lower case within one word. */
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\d+$)/u;

function decode(name: string) {
  try {
    return /%[\da-f]{2}/i.test(name) ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

/** Random names: one word with letters and digits in turns, or nothing but hexadecimal digits. */
const isRandom = (word: string) =>
  /^[\da-f]{12,}$/i.test(word) || (word.length >= 8 && (word.match(/\d(?=\p{L})|\p{L}(?=\d)/gu) ?? []).length >= 3);

/** One word: separators of file names become spaces, and so do hyphens and points where nothing else separates. */
function splitName(name: string): string[] {
  const spaced = name.replace(/[_+]+/g, " ");
  const words = /\s/.test(spaced.trim()) ? spaced.replace(/\s[-–—]+(?=\s|$)/g, " ") : spaced.replace(/[-–—.~]+/g, " ");
  return words.split(/\s+/).filter(Boolean);
}

/** A date, or a number with a zero before it, which counts files. */
const isCounter = (word: string) => /^(?:0\d*|\d{6,}|\d{4}[-.]\d\d[-.]\d\d)$/.test(word);

/** The words without counters before them and what names the file behind them. */
function dropNoise(words: readonly string[]): string[] {
  const isNoise = (word: string) => NOISE.test(word.replace(/^[-–—]+|[-–—]+$/g, ""));
  const isCopy = /^copy$/i.test(words[0] ?? "") && /^of$/i.test(words[1] ?? "");
  const start = isCopy ? 2 : words.findIndex((word) => !isCounter(word));
  return start === -1 ? [] : words.slice(start, words.findLastIndex((word) => !isNoise(word)) + 1);
}

/**
 * A title from a file's name: `three_moons_final.jpg` becomes “Three moons”. Empty for names that a camera or program gave,
 * random ones, and those that say nothing else.
 */
export function getTitleFromFileName(fileName: string): string {
  let name = toVisibleLine(decode(fileName))
    .trim()
    .slice(0, 8 * LIMITS.artworkTitle.max);
  while (EXTENSION.test(name)) name = name.replace(EXTENSION, "");
  name = name.replace(UUID, " ").replace(GIVEN, " ");
  let words = splitName(name);
  if (UNNAMED.test(words.join(" "))) return "";
  words = dropNoise(words.filter((word) => !isRandom(word)));
  const isCamel = words.length === 1 && CAMEL.test(words[0] ?? "");
  if (isCamel) words = dropNoise((words[0] ?? "").split(CAMEL));
  const text = words.join(" ");
  if (!/\p{L}\p{M}*\p{L}|\p{Script=Han}/u.test(text) || UNNAMED.test(text)) return "";
  const isShouted = words.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
  const [first = "", ...rest] = words;
  const line = isShouted
    ? text.toLowerCase()
    : isCamel
      ? [first, ...rest.map((word) => word.toLowerCase())].join(" ")
      : text;
  return takeCharacters(
    line.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    LIMITS.artworkTitle.max,
  ).trim();
}

/** A title that a file's metadata names; many programs put the file's name there. */
export function cleanTitle(title: string): string {
  const line = toVisibleLine(title).trim();
  const isName =
    EXTENSION.test(line) || (!/\s/.test(line) && /[_\d]/.test(line)) || UNNAMED.test(line.replace(/[-_]+/g, " "));
  return isName ? getTitleFromFileName(line) : line;
}
