import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import * as z from "zod/mini";
import { verifyLicense } from "#shared/contract/licenses.ts";
import { formatFileSize } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type VerifiedLicense, VerifierForm } from "#shared/model/license.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { readCertificate } from "./read-certificate.ts";
import type { ComparedPicture } from "./read-picture.ts";

interface VerifierFormValues {
  readonly licenseFingerprint: string;
  readonly assigneeIdentifier: string;
  readonly assignorIdentifier: string;
}

/** Removes whitespace of printed numbers; undefined for an empty field. */
const compact = (text: string) => text.replace(/\s+/g, "") || undefined;

const toBody = ({ licenseFingerprint, assigneeIdentifier, assignorIdentifier }: VerifierFormValues) => ({
  licenseFingerprint: compact(licenseFingerprint) ?? "",
  assigneeIdentifier: compact(assigneeIdentifier),
  assignorIdentifier: compact(assignorIdentifier),
});

const verifierFormSchema = z.pipe(
  z.transform(toBody),
  VerifierForm as z.ZodMiniType<VerifierForm, ReturnType<typeof toBody>>,
);

/** A file that names a licence: a signed certificate, also inside a PDF, or a picture with metadata. */
export interface LicenseFile {
  readonly file: File;
  readonly fingerprint: string;
  readonly by: "certificate" | "pdf" | "metadata";
}

/** Why a picture's metadata identifies no licence. */
export type NoLicenseReason = "none" | "several" | "unknown";

interface Compared extends ComparedPicture {
  readonly named: NoLicenseReason;
}

/** The last result for the form, a file, or both. */
interface VerifierResult {
  readonly asked?: VerifierForm;
  /** `null` if no licence has the fingerprint. */
  readonly license?: VerifiedLicense | null;
  readonly licenseFile?: LicenseFile | undefined;
  /** Comparison of a picture that names no existing licence. */
  readonly compared?: Compared;
  readonly error?: string;
}

export const NO_ANSWER: VerifierResult = {};

const isFileType = ({ name, type }: File, extension: "pdf" | "json") =>
  name.toLowerCase().endsWith(`.${extension}`) || type === `application/${extension}`;

async function compare(file: File, named: NoLicenseReason): Promise<Compared | { readonly error: string }> {
  const { comparePicture } = await import("./read-picture.ts");
  const compared = await comparePicture(file);
  return "error" in compared ? compared : { ...compared, named };
}

async function readFile(file: File): Promise<LicenseFile | { readonly error: string } | Compared> {
  if (isFileType(file, "pdf") || isFileType(file, "json")) {
    const read = await readCertificate(file);
    return "error" in read ? read : { ...read, file, by: isFileType(file, "pdf") ? "pdf" : "certificate" };
  }
  const { maxBytes } = LIMITS.checkedPicture;
  if (file.size > maxBytes) return { error: `${MESSAGES.fileTooLarge}: ${formatFileSize(maxBytes)}` };
  const { readFingerprints } = await import("./read-picture.ts");
  const [fingerprint, ...others] = await readFingerprints(file);
  if (fingerprint && others.length === 0) return { file, fingerprint, by: "metadata" };
  return compare(file, fingerprint ? "several" : "none");
}

/** Returns failures as a message on the page, because after a passing toast it would look like no result. */
async function findLicense(body: VerifierForm): Promise<VerifiedLicense | { readonly error: string } | null> {
  try {
    const inPlace = ["license_not_found", "too_many_requests"] as const;
    return await send(verifyLicense, { body }, { errorMessage: "The license couldn't be looked up", inPlace });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "license_not_found") return null;
    if (Object.keys(error.fields).length > 0) throw error;
    return { error: `The license couldn't be looked up: ${error.message}` };
  }
}

/** A picture whose metadata names a missing licence is compared like one without. */
async function verifyFile(asked: VerifierForm, licenseFile: LicenseFile | undefined): Promise<VerifierResult> {
  const license = await findLicense(asked);
  if (license && "error" in license) return { asked, ...license };
  if (license || licenseFile?.by !== "metadata") return { asked, license, licenseFile };
  const compared = await compare(licenseFile.file, "unknown");
  return "error" in compared ? { asked, ...compared } : { asked, compared };
}

/** Verifies licences; the URL has the shown fingerprint, never an identifier. The last request wins. */
export function useVerifier() {
  const [search, setSearch] = useSearchParams();
  const [answer, setAnswer] = useState(NO_ANSWER);
  const [isReading, setReading] = useState(false);
  const named = compact(search.get("fingerprint") ?? "")?.toLowerCase() ?? "";
  /** The URL's last fingerprint, and the last requested one: a new fingerprint that wasn't requested comes from a link. */
  const addressed = useRef("");
  const asked = useRef("");
  const licenseFile = useRef<LicenseFile>(undefined);
  const runs = useRef(0);

  function nameInAddress(fingerprint: string | undefined) {
    asked.current = fingerprint ?? "";
    setSearch(fingerprint ? { fingerprint } : {}, { replace: true, preventScrollReset: true });
  }

  async function verify(body: VerifierForm) {
    runs.current += 1;
    const run = runs.current;
    asked.current = body.licenseFingerprint;
    setReading(false);
    setAnswer(NO_ANSWER);
    const isNamed = licenseFile.current?.fingerprint === body.licenseFingerprint;
    const found = await verifyFile(body, isNamed ? licenseFile.current : undefined);
    if (run !== runs.current) return;
    setAnswer(found);
    nameInAddress(body.licenseFingerprint);
  }

  const form = useContractForm({
    schema: verifierFormSchema,
    defaultValues: { licenseFingerprint: named, assigneeIdentifier: "", assignorIdentifier: "" },
    onSubmit: verify,
  });
  useEffect(() => {
    if (named === addressed.current) return;
    addressed.current = named;
    if (!named || named === asked.current) return;
    form.form.setValue("licenseFingerprint", named);
    void form.submit();
  }, [named, form]);

  async function checkFile(file: File) {
    runs.current += 1;
    const run = runs.current;
    licenseFile.current = undefined;
    setAnswer(NO_ANSWER);
    setReading(true);
    const read = await readFile(file).catch((error: unknown) =>
      // The API client shows its own failures in a toast.
      error instanceof ApiError ? null : { error: MESSAGES.fileUnreadable },
    );
    if (run !== runs.current) return;
    setReading(false);
    if (read && "by" in read) {
      licenseFile.current = read;
      form.form.setValue("licenseFingerprint", read.fingerprint);
      return form.submit();
    }
    form.form.setValue("licenseFingerprint", "");
    nameInAddress(undefined);
    if (read) setAnswer("error" in read ? read : { compared: read });
  }

  // Hides a result of earlier input, which would seem to be for the invalid input.
  const isWrong = Object.keys(form.form.formState.errors).length > 0;
  return { answer: isWrong && answer.asked ? NO_ANSWER : answer, isReading, checkFile, form };
}
