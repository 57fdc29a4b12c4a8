import { chakra, Stack } from "@chakra-ui/react";
import AtSign from "lucide-react/icons/at-sign";
import ChevronRight from "lucide-react/icons/chevron-right";
import KeyRound from "lucide-react/icons/key-round";
import MailCheck from "lucide-react/icons/mail-check";
import { Link } from "react-router-dom";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

const WAYS = [
  { to: "/forgot_password", Icon: KeyRound, title: "I forgot my password", text: "Get a link to choose a new one" },
  { to: "/resend_token", Icon: MailCheck, title: "I never got the verification link", text: "Get it sent again" },
  { to: "/update_email", Icon: AtSign, title: "I lost access to my email", text: "Change it with your password" },
] as const;

const row = {
  display: "flex",
  alignItems: "center",
  gap: "4",
  px: "5",
  py: "4",
  bg: "bg.panel",
  borderWidth: "1px",
  borderColor: "border.muted",
  borderRadius: "l3",
  transition: "border-color 120ms, background 120ms",
  focusVisibleRing: "outside",
  _hover: { borderColor: "accent.border", bg: "bg.muted" },
} as const;

/** Links to the three ways to recover an account. */
export default function AccountRestorationScreen() {
  return (
    <AuthScreen
      title="Get back in"
      panel={false}
      text="Why can't you log in?"
      elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <Stack as="ul" gap="3" listStyleType="none">
        {WAYS.map(({ to, Icon, title, text }) => (
          <li key={to}>
            <chakra.span css={row} asChild>
              <Link to={to}>
                <chakra.span color="accent.fg" flexShrink="0" aria-hidden>
                  <Icon size={24} strokeWidth={1.75} />
                </chakra.span>
                <chakra.span flex="1">
                  <chakra.span display="block" fontWeight="semibold">
                    {title}
                  </chakra.span>
                  <chakra.span display="block" textStyle="sm" color="fg.muted">
                    {text}
                  </chakra.span>
                </chakra.span>
                <chakra.span color="fg.subtle" aria-hidden>
                  <ChevronRight size={20} />
                </chakra.span>
              </Link>
            </chakra.span>
          </li>
        ))}
      </Stack>
    </AuthScreen>
  );
}
