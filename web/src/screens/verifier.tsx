import { chakra, Heading } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { LIMITS } from "#shared/limits.ts";
import { CertificatePicker } from "#web/features/licenses/certificate-picker.tsx";
import { ComparedPictureView, LicenseProofNote } from "#web/features/licenses/compared-picture.tsx";
import { NO_ANSWER, useVerifier } from "#web/features/licenses/use-verifier.ts";
import { VerifiedLicenseView } from "#web/features/licenses/verified-license.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";

const IDENTIFIER_RULE = `it has ${LIMITS.licenseIdentifier.length} digits and letters from a to f`;

const codeInput = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;

/** Verifies a licence by its fingerprint, which the URL may contain; public. */
export default function VerifierScreen() {
  const { answer, isReading, checkFile, form } = useVerifier();
  const { asked, license, licenseFile, compared, error } = answer;
  const result = useRef<HTMLDivElement>(null);
  // On phones the form separates the chosen file from the result.
  useEffect(() => {
    if (answer !== NO_ANSWER) result.current?.scrollIntoView({ block: "nearest" });
  }, [answer]);
  return (
    <PageContainer title="Verify a license" width="small">
      <chakra.div _print={{ display: "none" }} marginBottom="8">
        <Heading as="h1" size="4xl">
          Verify a license
        </Heading>
        <chakra.p marginTop="3" marginBottom="7" color="fg.muted" maxWidth="text">
          Every license has a fingerprint: on its certificate, on its order's page and in the downloaded picture. It
          shows whether the license is real and still in force.
        </chakra.p>
        <CertificatePicker isReading={isReading} onPick={(file) => void checkFile(file)} />
        <Form form={form} label="Verify a license">
          <TextField
            name="licenseFingerprint"
            label="Fingerprint"
            max={LIMITS.licenseFingerprint.length}
            hint={`${LIMITS.licenseFingerprint.length} digits and letters from a to f`}
            rule={`it has ${LIMITS.licenseFingerprint.length} digits and letters from a to f`}
            {...codeInput}
          />
          <chakra.div display="grid" gap="5" gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }}>
            <TextField
              name="assigneeIdentifier"
              label="Buyer's identifier"
              max={LIMITS.licenseIdentifier.length}
              hint="Shows who holds the license"
              rule={IDENTIFIER_RULE}
              optional
              {...codeInput}
            />
            <TextField
              name="assignorIdentifier"
              label="Artist's identifier"
              max={LIMITS.licenseIdentifier.length}
              hint="Shows who granted it"
              rule={IDENTIFIER_RULE}
              optional
              {...codeInput}
            />
          </chakra.div>
          <SubmitButton width={{ base: "full", md: "auto" }} alignSelf="start">
            Verify
          </SubmitButton>
        </Form>
      </chakra.div>
      <chakra.div ref={result} aria-live="polite" scrollMarginY="24">
        {error && <Notice kind="error">{error}</Notice>}
        {license === null && (
          <Notice kind="error">
            No license has this fingerprint. Compare it with the certificate, character by character; if it matches, the
            certificate isn't ours.
          </Notice>
        )}
        {compared && <ComparedPictureView {...compared} />}
        {licenseFile && license && <LicenseProofNote licenseFile={licenseFile} license={license} />}
        {asked && license && <VerifiedLicenseView license={license} asked={asked} />}
      </chakra.div>
    </PageContainer>
  );
}
