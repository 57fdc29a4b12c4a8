import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import type { SessionClaims } from "../users/check-session.ts";
import type { Tokens } from "./identity.ts";

export type TokenSession = SessionClaims;

/** Session of these tokens. They come directly from Cognito, so the signature isn't verified again. */
export function decodeSession({ accessToken }: Tokens): TokenSession {
  const { username, origin_jti: sessionId, auth_time: started } = decomposeUnverifiedJwt(accessToken).payload;
  return { userId: String(username), sessionId: String(sessionId), started: Number(started) };
}
