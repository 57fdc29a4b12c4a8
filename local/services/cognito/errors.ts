/** An error that Cognito returns with status 400 and `__type`. */
export class CognitoError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const invalidParameter = (message: string) => new CognitoError("InvalidParameterException", message);
export const notAuthorized = (message: string) => new CognitoError("NotAuthorizedException", message);
/** The same error for an unknown user and a wrong password, as with PreventUserExistenceErrors. */
export const wrongCredentials = () => notAuthorized("Incorrect username or password.");
export const userNotFound = () => new CognitoError("UserNotFoundException", "User does not exist.");
export const codeMismatch = () =>
  new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
export const expiredCode = () =>
  new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");
export const attemptLimit = () =>
  new CognitoError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
