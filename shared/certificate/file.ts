import { LIMITS } from "../limits.ts";
import { Certificate } from "../model/license.ts";

/** A certificate's JSON text; the site saves and the PDF embeds (uncompressed) exactly these bytes. */
export const formatCertificate = (certificate: Certificate): string => `${JSON.stringify(certificate, null, 2)}\n`;

export const buildCertificateFileName = (fingerprint: string, extension: "json" | "pdf"): string =>
  `certificate-${fingerprint.slice(0, 8)}.${extension}`;

/** The text's first and last characters. They can't occur inside it, because JSON escapes line feeds. */
const [START, END] = ['{\n  "payload": {\n', "\n}\n"];

/** Candidate positions that are tried, from the file's end. */
const MAX_STARTS = 20;

/**
 * The certificate in a file, JSON or a PDF that embeds it; `undefined` without one, and for files above the limit. The
 * payload stays unparsed, so that parsing can't hide a change. Verifies nothing: see `findProblem`.
 */
export function findCertificate(bytes: Uint8Array): Certificate | undefined {
  if (bytes.byteLength > LIMITS.certificateFile.maxBytes) return undefined;
  const text = new TextDecoder().decode(bytes);
  const whole = parse(text);
  if (whole) return whole;
  // A PDF's picture precedes the certificate and its title follows it; both may contain text that looks like one.
  for (const rest of text.split(START).slice(1).slice(-MAX_STARTS).reverse()) {
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
