import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { choice, requiredLines, text } from "./primitives.ts";

/** Files that a bank reads beside the text, by Stripe's names: at most one of each. */
export const EVIDENCE_FILES = ["customer_communication", "service_documentation", "uncategorized_file"] as const;

const [{ maxBytes }, MAX_CONTENT] = [LIMITS.evidenceFiles, Math.ceil(LIMITS.evidenceFiles.maxBytes / 3) * 4];

/** The types that banks take, each by the beginning of its files in base64. */
export const EVIDENCE_TYPES = [
  { mime: "application/pdf", extension: "pdf", begins: "JVBERi0" },
  { mime: "image/png", extension: "png", begins: "iVBORw0KGgo" },
  { mime: "image/jpeg", extension: "jpg", begins: "/9j/" },
] as const;

/** The type of a file in base64; undefined if banks don't take it. */
export const findEvidenceType = (content: string) => EVIDENCE_TYPES.find(({ begins }) => content.startsWith(begins));

/** Bytes of a file in base64. */
const countEvidenceBytes = (content: string) =>
  (content.length / 4) * 3 - (content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0);

const EvidenceFile = z.object({
  kind: choice(EVIDENCE_FILES),
  /** PDF, PNG or JPEG, in base64. */
  fileContent: text().check(
    z.maxLength(MAX_CONTENT, { error: MESSAGES.evidenceTooLarge, abort: true }),
    z.refine((content: string) => findEvidenceType(content) !== undefined, MESSAGES.evidenceFormat),
    z.regex(/^[A-Za-z0-9+/]+={0,2}$/, MESSAGES.evidenceFormat),
  ),
});
export type EvidenceFile = z.output<typeof EvidenceFile>;

export const EvidenceFiles = z.array(EvidenceFile).check(
  z.maxLength(EVIDENCE_FILES.length, MESSAGES.invalid),
  z.refine((files: EvidenceFile[]) => new Set(files.map(({ kind }) => kind)).size === files.length, MESSAGES.invalid),
  z.refine(
    (files: EvidenceFile[]) =>
      files.reduce((sum, { fileContent }) => sum + countEvidenceBytes(fileContent), 0) <= maxBytes,
    MESSAGES.evidenceTooLarge,
  ),
);

/** A seller's evidence for a disputed order; it can be submitted once. */
export const EvidenceForm = z.object({
  evidenceText: requiredLines(LIMITS.evidence.max),
  evidenceFiles: z.optional(EvidenceFiles),
});
export type EvidenceForm = z.output<typeof EvidenceForm>;
