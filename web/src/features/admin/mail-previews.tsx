import { Box, chakra, Text } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { MailPreview } from "#shared/model/case.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";

/** The texts typed so far. */
export interface Draft {
  readonly reason?: string | undefined;
  readonly rule?: string | undefined;
  readonly answer?: string | undefined;
}

const RECEIVERS: Readonly<Record<MailPreview["to"], string>> = {
  owner: "To the owner",
  reporter: "To the reporter",
  author: "To the person who asked",
  buyer: "To the buyer",
  seller: "To the artist",
};

const TYPING_PAUSE_MS = 400;

type Read = readonly MailPreview[] | "loading" | "failed";

function Mail({ mail }: { readonly mail: MailPreview }) {
  return (
    <chakra.details borderWidth="1px" borderColor="border.muted" borderRadius="l2" padding="3" textStyle="sm">
      <chakra.summary cursor="pointer" focusVisibleRing="outside" borderRadius="l1">
        {RECEIVERS[mail.to]}: <chakra.strong>{mail.subject}</chakra.strong>
      </chakra.summary>
      <Text whiteSpace="pre-line" overflowWrap="anywhere" marginTop="3">
        {mail.text}
      </Text>
    </chakra.details>
  );
}

export type ReadMails = (draft: Draft) => Promise<readonly MailPreview[]>;

/** Every mail that the form's decision will send, with the texts typed so far. */
export function DraftMails({ readMails }: { readonly readMails: ReadMails }) {
  const [reason, rule, answer]: string[] = useWatch({ name: ["reason", "rule", "answer"] });
  return <MailPreviews draft={{ reason, rule, answer }} readMails={readMails} />;
}

function MailPreviews({ draft, readMails }: { readonly draft: Draft; readonly readMails: ReadMails }) {
  const [read, setRead] = useState<Read>("loading");
  const key = useDebounced(JSON.stringify(draft), TYPING_PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one at each rendering
  useEffect(() => {
    let isCurrent = true;
    readMails(JSON.parse(key) as Draft).then(
      (mails) => isCurrent && setRead(mails),
      () => isCurrent && setRead("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return (
    <Box aria-live="polite" display="grid" gap="2">
      <Text fontWeight="medium" textStyle="sm">
        {read === "loading"
          ? "Reading the emails that this sends…"
          : read === "failed"
            ? "The emails can't be shown before the texts above are complete."
            : read.length === 0
              ? "This sends no email."
              : read.length === 1
                ? "This sends one email"
                : `This sends ${read.length} emails`}
      </Text>
      {Array.isArray(read) && read.map((mail) => <Mail key={`${mail.to} ${mail.subject}`} mail={mail} />)}
    </Box>
  );
}
