import { chakra, Heading } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import * as z from "zod/mini";
import { verifyLicense } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import { type VerifiedLicense, VerifierForm } from "#shared/model/license.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { CertificatePicker, type FileReading } from "#web/features/licenses/certificate-picker.tsx";
import { ComparedPictureView } from "#web/features/licenses/compared-picture.tsx";
import { VerifiedLicenseView } from "#web/features/licenses/verified-license.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";

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

const OPTIONS = { errorMessage: "The license wasn't looked up", inPlace: ["license_not_found"] } as const;

/** The last result; its licence is null when none was found. */
interface Result {
  readonly asked: VerifierForm;
  readonly license: VerifiedLicense | null;
}

/** Verifies licences; the URL carries the fingerprint that is shown, never an identifier. */
function useVerifier() {
  const [search, setSearch] = useSearchParams();
  const [result, setResult] = useState<Result | null>(null);
  const [reading, setReading] = useState<FileReading | null>(null);
  const named = compact(search.get("fingerprint") ?? "")?.toLowerCase() ?? "";
  /** The address's fingerprint as it was last seen, and the one asked for last: only a new one that nobody asked for is a link's. */
  const addressed = useRef("");
  const asked = useRef("");

  async function verify(body: VerifierForm) {
    asked.current = body.licenseFingerprint;
    setResult(null);
    try {
      setResult({ asked: body, license: await send(verifyLicense, { body }, OPTIONS) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "license_not_found") throw error;
      setResult({ asked: body, license: null });
    }
    setSearch({ fingerprint: body.licenseFingerprint }, { replace: true, preventScrollReset: true });
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
  function showFile(read: FileReading | null) {
    setReading(read);
    setResult(null);
    if (!read || !("fingerprint" in read)) return;
    form.form.setValue("licenseFingerprint", read.fingerprint);
    void form.submit();
  }
  // A result for other entries would seem to be about those that are shown as wrong.
  const isWrong = Object.keys(form.form.formState.errors).length > 0;
  const isOfFile = reading && "fingerprint" in reading && reading.fingerprint === result?.asked.licenseFingerprint;
  const compared = reading && "file" in reading && !result ? reading : null;
  return { result: isWrong ? null : result, namedBy: isOfFile ? reading.by : null, compared, showFile, form };
}

const IDENTIFIER_RULE = `it has ${LIMITS.licenseIdentifier.length} digits and letters from a to f`;

const mono = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;

/** Anyone may verify a licence by its fingerprint, which a link may carry. */
export default function VerifierScreen() {
  const { result, namedBy, compared, showFile, form } = useVerifier();
  return (
    <PageContainer title="Verify a license" width="small">
      <chakra.div _print={{ display: "none" }} marginBottom="8">
        <Heading as="h1" size="4xl">
          Verify a license
        </Heading>
        <chakra.p marginTop="3" marginBottom="7" color="fg.muted" maxWidth="text">
          Every license has a fingerprint: on its certificate, with its order, and in the picture as it was downloaded.
          It tells whether the license is real and still in force.
        </chakra.p>
        <CertificatePicker onRead={showFile} />
        <Form form={form} label="Verify a license">
          <TextField
            name="licenseFingerprint"
            label="Fingerprint"
            max={LIMITS.licenseFingerprint.length}
            hint={`${LIMITS.licenseFingerprint.length} digits and letters from a to f`}
            rule={`it has ${LIMITS.licenseFingerprint.length} digits and letters from a to f`}
            {...mono}
          />
          <chakra.div display="grid" gap="5" gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }}>
            <TextField
              name="assigneeIdentifier"
              label="Buyer's identifier"
              max={LIMITS.licenseIdentifier.length}
              hint="Shows who the license was given to"
              rule={IDENTIFIER_RULE}
              optional
              {...mono}
            />
            <TextField
              name="assignorIdentifier"
              label="Artist's identifier"
              max={LIMITS.licenseIdentifier.length}
              hint="Shows who gave it"
              rule={IDENTIFIER_RULE}
              optional
              {...mono}
            />
          </chakra.div>
          <SubmitButton width={{ base: "full", md: "auto" }} alignSelf="start">
            Verify
          </SubmitButton>
        </Form>
      </chakra.div>
      <div aria-live="polite">
        {result?.license === null && (
          <Notice kind="error">
            No license has this fingerprint. Compare it with the certificate, digit by digit; if it is right, the
            certificate isn't ours.
          </Notice>
        )}
        {compared && <ComparedPictureView {...compared} />}
        {namedBy && result?.license && (
          <chakra.div marginBottom="4">
            {namedBy === "signature" ? (
              <Notice kind="success">The file's signature is genuine. What it signs is below.</Notice>
            ) : (
              <Notice>
                The picture's metadata names this license. Metadata can be copied into any file, so compare the picture
                below with yours.
              </Notice>
            )}
          </chakra.div>
        )}
        {result?.license && <VerifiedLicenseView license={result.license} asked={result.asked} />}
      </div>
    </PageContainer>
  );
}
