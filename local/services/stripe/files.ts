import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid } from "./errors.ts";
import { parseParameters } from "./form.ts";
import type { Call, Service } from "./service.ts";
import { newId } from "./state.ts";

/** Of a file for a bank, and of all files of a dispute (https://docs.stripe.com/disputes/best-practices). */
const MAX_BYTES = { file: 5 * 1024 * 1024, dispute: 4.5 * 1024 * 1024 };

/** A file's type by its first bytes. */
const TYPES = [
  ["pdf", Buffer.from("%PDF-")],
  ["png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["jpg", Buffer.from([0xff, 0xd8, 0xff])],
] as const;

/** A part of a multipart form that has a file. */
export interface SentFile {
  readonly name: string;
  readonly data: Buffer;
}

const isSentFile = (value: unknown): value is SentFile =>
  typeof value === "object" && value !== null && "data" in value && Buffer.isBuffer(value.data);

const FileForm = {
  purpose: z.enum(["dispute_evidence"]),
  file: z.custom<SentFile>(isSentFile, "It has no file"),
};

/** The file's content isn't kept: nothing reads it. */
export function createFile(call: Call, { state, now }: Service): Stripe.File {
  const { purpose, file } = parseParameters(FileForm, call.params);
  const { name, data } = file;
  const [type] = TYPES.find(([, begins]) => data.subarray(0, begins.length).equals(begins)) ?? [];
  if (!type) throw invalid("We only accept evidence as a PDF, JPEG or PNG file.", { param: "file" });
  if (data.length > MAX_BYTES.file) throw invalid("The file is larger than 5 MB.", { param: "file" });
  const id = newId("file");
  return state.put<Stripe.File>({
    ...{ id, object: "file", created: now(), expires_at: null, filename: name, links: null },
    ...{ purpose, size: data.length, title: null, type, url: `https://files.stripe.com/v1/files/${id}/contents` },
  });
}

const FILE_FIELDS = [
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
] as const;

/** Throws unless a dispute's files exist and a bank takes that many bytes. */
export function checkFiles({ state }: Service, evidence: Stripe.Dispute.Evidence): void {
  const files = FILE_FIELDS.flatMap((field) => {
    const id = evidence[field];
    return id ? [state.get("file", String(id), `evidence[${field}]`)] : [];
  });
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES.dispute)
    throw invalid("The combined size of your evidence files is larger than 4.5 MB.", { param: "evidence" });
}
