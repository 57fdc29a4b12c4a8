import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { SignupForm } from "#shared/model/account.ts";
import { AwaitLink } from "#web/features/accounts/await-link.tsx";
import { SignUpForm } from "#web/features/accounts/sign-up-form.tsx";
import { parseReturnState } from "#web/session/return-page.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

export default function SignupScreen() {
  const [account, setAccount] = useState<SignupForm | null>(null);
  const navigate = useNavigate();
  const state = parseReturnState(useLocation().state);
  if (account) {
    return (
      <AuthScreen
        title="Check your email"
        elsewhere={
          <SiteLink to="/login" state={state}>
            Log in
          </SiteLink>
        }
      >
        <AwaitLink account={account} onRefused={() => void navigate("/login", { state })} />
      </AuthScreen>
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
      <LeaveGuard text="What you entered will be lost.">
        <SignUpForm returnTo={state.from} onSent={setAccount} />
      </LeaveGuard>
    </AuthScreen>
  );
}
