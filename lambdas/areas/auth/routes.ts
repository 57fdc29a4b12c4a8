import * as auth from "#shared/contract/auth.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { deactivateUserHandler } from "./deactivate-user.ts";
import { changeEmailHandler, resendTokenHandler, updateEmailHandler, verifyTokenHandler } from "./email.ts";
import { loginHandler, logoutHandler, refreshTokenHandler } from "./login.ts";
import {
  changePasswordHandler,
  checkResetLinkHandler,
  forgotPasswordHandler,
  resetPasswordHandler,
} from "./password.ts";
import { serviceFactories } from "./services.ts";
import { endOtherSessionsHandler, endUserSessionHandler, listSessionsHandler } from "./session-list.ts";
import { signupHandler } from "./signup.ts";

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
