import { LIMITS } from "../limits.ts";
import { Certificate } from "../model/license.ts";

/** A certificate as a file: what the site saves, and what the PDF carries uncompressed, are the same to the letter. */
export const certificateText = (certificate: Certificate): string => `${JSON.stringify(certificate, null, 2)}\n`;

export const certificateFileName = (fingerprint: string, extension: "json" | "pdf"): string =>
  `certificate-${fingerprint.slice(0, 8)}.${extension}`;

/** The first and the last of that text, which no text within it can hold, because JSON escapes line feeds. */
const [START, END] = ['{\n  "payload": {\n', "\n}\n"];

/** Places in a file at which a certificate is looked for, from its end. */
const MOST_STARTS = 20;

/**
 * The certificate in a file, JSON or a PDF that carries it; `undefined` where there is none, and for files above the limit.
 * Its payload stays unparsed, so that parsing can't hide a change. Proves nothing: see `findProblem`.
 */
export function findCertificate(bytes: Uint8Array): Certificate | undefined {
  if (bytes.byteLength > LIMITS.certificateFile.maxBytes) return undefined;
  const text = new TextDecoder().decode(bytes);
  const whole = parse(text);
  if (whole) return whole;
  // A PDF's picture comes before its certificate and its title behind it, and both say what others wrote.
  for (const rest of text.split(START).slice(1).slice(-MOST_STARTS).reverse()) {
    const found = parse(START + rest.slice(0, rest.indexOf(END) + END.length));
    if (found) return found;
  }
}

function parse(text: string): Certificate | undefined {
  try {
    const written = JSON.parse(text);
    return { ...Certificate.parse(written), payload: written.payload };
  } catch {
    return undefined;
  }
}
