import { useNavigate, useSearchParams } from "react-router-dom";
import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { send } from "#web/api/send.ts";
import { EmailPrompt } from "#web/features/accounts/email-prompt.tsx";
import { rememberLinkRequest } from "#web/features/accounts/link-request.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

export default function ResendTokenScreen() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <AuthScreen
      title="Verify your email"
      text="We'll send you the verification link again."
      elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <EmailPrompt
        label="Send the verification link again"
        action="Send link"
        onSubmit={async (body) => {
          const userUsername = query.get("username") ?? undefined;
          const wanted = { ...body, ...(userUsername ? { userUsername } : {}) };
          const { message } = await send(resendToken, { body: wanted }, { errorMessage: MESSAGES.failedResend });
          rememberLinkRequest("verification");
          await navigate("/login", { state: { message } satisfies LocationMessage });
        }}
      />
    </AuthScreen>
  );
}
