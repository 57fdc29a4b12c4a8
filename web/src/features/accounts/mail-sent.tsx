import { chakra, Stack, Text } from "@chakra-ui/react";
import MailCheck from "lucide-react/icons/mail-check";
import { useEffect } from "react";
import type { LinkKind } from "#shared/link-kinds.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { rememberLinkRequest } from "./link-request.ts";

interface MailSentProps {
  readonly title: string;
  readonly address: string;
  /** The kind of link that was requested. */
  readonly asks: LinkKind;
  /** Explains the effect of opening the link. */
  readonly text: string;
}

/** Confirms the address that a link was sent to, for forms that don't navigate away. */
export function MailSent({ asks, title, address, text }: MailSentProps) {
  useEffect(() => rememberLinkRequest(asks), [asks]);
  return (
    <AuthScreen
      title={title}
      elsewhere={
        <>
          <SiteLink to="/resend_token">Send the link again</SiteLink>
          <SiteLink to="/login">Log in</SiteLink>
        </>
      }
    >
      <Stack align="center" textAlign="center" gap="4" role="status">
        <chakra.span color="accent.fg" aria-hidden>
          <MailCheck size={40} strokeWidth={1.5} />
        </chakra.span>
        <Text>
          We sent a link to{" "}
          <Text as="strong" overflowWrap="anywhere">
            {address}
          </Text>
          . {text}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          Nothing after a minute? Check your spam folder.
        </Text>
      </Stack>
    </AuthScreen>
  );
}
