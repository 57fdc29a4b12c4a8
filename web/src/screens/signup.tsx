import { useState } from "react";
import { useLocation } from "react-router-dom";
import { MailSent } from "#web/features/accounts/mail-sent.tsx";
import { type SentTo, SignUpForm } from "#web/features/accounts/sign-up-form.tsx";
import { returnStateOf } from "#web/session/return-page.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

export default function SignupScreen() {
  const [sentTo, setSentTo] = useState<SentTo | null>(null);
  const state = returnStateOf(useLocation().state);
  if (sentTo) {
    return (
      <MailSent
        asks="verification"
        title="Check your mail"
        address={sentTo.userEmail}
        username={sentTo.userUsername}
        text="Open it to verify your account, then log in."
      />
    );
  }
  return (
    <AuthScreen
      title="Sign up"
      elsewhere={
        <SiteLink to="/login" state={state}>
          I already have an account
        </SiteLink>
      }
    >
      <LeaveGuard text="What you entered would be lost.">
        <SignUpForm onSent={setSentTo} />
      </LeaveGuard>
    </AuthScreen>
  );
}
