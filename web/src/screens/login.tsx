import { useLocation } from "react-router-dom";
import { LogInForm } from "#web/features/accounts/log-in-form.tsx";
import { parseReturnState, useReturnPage } from "#web/session/return-page.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { useLocationMessage } from "#web/ui/location-message.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

/** After log-in the route's guard redirects to /, which links back to the page that required it. */
export default function LoginScreen() {
  const message = useLocationMessage();
  const state = parseReturnState(useLocation().state);
  const name = useReturnPage()?.name;
  const reason = message ?? (name ? `Log in to continue to ${name}` : undefined);
  return (
    <AuthScreen
      title="Log in"
      elsewhere={
        <>
          <SiteLink to="/signup" state={state}>
            Create an account
          </SiteLink>
          <SiteLink to="/account_restoration">Trouble logging in?</SiteLink>
        </>
      }
    >
      <LogInForm notice={reason && <Notice>{reason}</Notice>} />
    </AuthScreen>
  );
}
