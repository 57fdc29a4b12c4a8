import { useNavigate } from "react-router-dom";
import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { send } from "#web/api/send.ts";
import { EmailPrompt } from "#web/features/accounts/email-prompt.tsx";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

export default function ForgotPasswordScreen() {
  const navigate = useNavigate();
  return (
    <AuthScreen
      title="Reset password"
      text="We'll send you a link to choose a new one."
      elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <EmailPrompt
        label="Send a reset link"
        action="Send link"
        onSubmit={async (body) => {
          const { message } = await send(forgotPassword, { body }, { errorMessage: MESSAGES.failedRecovery });
          await navigate("/login", { state: { message } satisfies LocationMessage });
        }}
      />
    </AuthScreen>
  );
}
