import { Button, Stack, Text } from "@chakra-ui/react";
import { useState } from "react";
import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { EmailForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

/** Offers the verification link again: at once to an address that was typed, else by way of its page. */
export function UnverifiedNotice({ login }: { readonly login: string }) {
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const asEmail = EmailForm.safeParse({ userEmail: login });

  async function resend(body: { userEmail: string }) {
    setState("sending");
    try {
      await send(resendToken, { body }, { otherwise: MESSAGES.failedResend });
      setState("sent");
    } catch {
      setState("idle");
    }
  }

  if (state === "sent") return <Notice kind="success">{MESSAGES.verificationLinkSent}</Notice>;
  return (
    <Notice kind="error">
      <Stack gap="2" align="flex-start">
        <Text>{MESSAGES.unverified}.</Text>
        {asEmail.success ? (
          <Button
            variant="plain"
            size="sm"
            textDecoration="underline"
            loading={state === "sending"}
            onClick={() => resend(asEmail.data)}
          >
            Send the link again
          </Button>
        ) : (
          <SiteLink to="/resend_token">Send the link again</SiteLink>
        )}
      </Stack>
    </Notice>
  );
}
