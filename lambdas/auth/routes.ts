import * as auth from "#shared/contract/auth.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { changeEmailHandler } from "./change-email.ts";
import { changePasswordHandler } from "./change-password.ts";
import { checkResetLinkHandler } from "./check-reset-link.ts";
import { deactivateUserHandler } from "./deactivate-user.ts";
import { endOtherSessionsHandler } from "./end-other-sessions.ts";
import { endUserSessionHandler } from "./end-user-session.ts";
import { forgotPasswordHandler } from "./forgot-password.ts";
import { listSessionsHandler } from "./list-sessions.ts";
import { loginHandler } from "./login.ts";
import { logoutHandler } from "./logout.ts";
import { refreshTokenHandler } from "./refresh-token.ts";
import { resendTokenHandler } from "./resend-token.ts";
import { resetPasswordHandler } from "./reset-password.ts";
import { serviceFactories } from "./services.ts";
import { signupHandler } from "./signup.ts";
import { updateEmailHandler } from "./update-email.ts";
import { verifyTokenHandler } from "./verify-token.ts";

export const handlers = {
  signup: signupHandler,
  login: loginHandler,
  logout: logoutHandler,
  refreshToken: refreshTokenHandler,
  forgotPassword: forgotPasswordHandler,
  checkResetLink: checkResetLinkHandler,
  resetPassword: resetPasswordHandler,
  verifyToken: verifyTokenHandler,
  resendToken: resendTokenHandler,
  updateEmail: updateEmailHandler,
  changeEmail: changeEmailHandler,
  changePassword: changePasswordHandler,
  deactivateUser: deactivateUserHandler,
  listSessions: listSessionsHandler,
  endUserSession: endUserSessionHandler,
  endOtherSessions: endOtherSessionsHandler,
};

export const handler = serve(auth, handlers, () => openServices("auth", serviceFactories, process.env));
