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

/** The values of the form's fields. */
interface VerifierFormValues {
  readonly licenseFingerprint: string;
  readonly assigneeIdentifier: string;
  readonly assignorIdentifier: string;
}

/** Removes the spaces of numbers pasted from print; an empty field is left out. */
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

/** A file that names a licence: by the signature of a certificate, or by a picture's metadata. */
interface NamingFile {
  readonly file: File;
  readonly fingerprint: string;
  readonly by: "signature" | "metadata";
}

/** The last answer: to the form, to a file, or to both. */
interface Answer {
  readonly asked?: VerifierForm;
  /** `null` where no licence has the fingerprint. */
  readonly license?: VerifiedLicense | null;
  readonly namedBy?: NamingFile["by"] | undefined;
  /** A picture that names no licence that exists. */
  readonly compared?: ComparedPicture;
  readonly error?: string;
}

const NOTHING: Answer = {};

const isPaper = ({ name, type }: File) => /\.(pdf|json)$/i.test(name) || /^application\/(pdf|json)$/.test(type);

async function readFile(file: File): Promise<NamingFile | { readonly error: string } | ComparedPicture> {
  if (isPaper(file)) {
    const read = await readCertificate(file);
    return "error" in read ? read : { ...read, file, by: "signature" };
  }
  const { maxBytes } = LIMITS.checkedPicture;
  if (file.size > maxBytes) return { error: `${MESSAGES.fileTooLarge}: ${formatFileSize(maxBytes)}` };
  const { statedFingerprint, comparePicture } = await import("./read-picture.ts");
  const fingerprint = await statedFingerprint(file);
  return fingerprint ? { file, fingerprint, by: "metadata" } : comparePicture(file);
}

async function findLicense(body: VerifierForm): Promise<VerifiedLicense | null> {
  try {
    const options = { errorMessage: "The license wasn't looked up", inPlace: ["license_not_found"] } as const;
    return await send(verifyLicense, { body }, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === "license_not_found") return null;
    throw error;
  }
}

/** Metadata may name a licence that doesn't exist; such a picture is compared like one without. */
async function answerTo(asked: VerifierForm, naming: NamingFile | undefined): Promise<Answer> {
  const license = await findLicense(asked);
  if (license || naming?.by !== "metadata") return { asked, license, namedBy: naming?.by };
  const { comparePicture } = await import("./read-picture.ts");
  const compared = await comparePicture(naming.file);
  return "error" in compared ? { asked, ...compared } : { asked, compared };
}

/** Verifies licences; the URL carries the fingerprint that is shown, never an identifier. The last request's answer counts. */
export function useVerifier() {
  const [search, setSearch] = useSearchParams();
  const [answer, setAnswer] = useState(NOTHING);
  const [isReading, setReading] = useState(false);
  const named = compact(search.get("fingerprint") ?? "")?.toLowerCase() ?? "";
  /** The address's fingerprint as it was last seen, and the one asked for last: only a new one that nobody asked for is a link's. */
  const addressed = useRef("");
  const asked = useRef("");
  const naming = useRef<NamingFile>(undefined);
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
    setAnswer(NOTHING);
    const isNamed = naming.current?.fingerprint === body.licenseFingerprint;
    const found = await answerTo(body, isNamed ? naming.current : undefined);
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
    naming.current = undefined;
    setAnswer(NOTHING);
    setReading(true);
    const read = await readFile(file).catch((error: unknown) =>
      // The API client shows its own failures in a toast.
      error instanceof ApiError ? null : { error: MESSAGES.fileUnreadable },
    );
    if (run !== runs.current) return;
    setReading(false);
    if (read && "by" in read) {
      naming.current = read;
      form.form.setValue("licenseFingerprint", read.fingerprint);
      return form.submit();
    }
    form.form.setValue("licenseFingerprint", "");
    nameInAddress(undefined);
    if (read) setAnswer("error" in read ? read : { compared: read });
  }

  // An answer to other entries would seem to be about those that are shown as wrong.
  const isWrong = Object.keys(form.form.formState.errors).length > 0;
  return { answer: isWrong && answer.asked ? NOTHING : answer, isReading, checkFile, form };
}
