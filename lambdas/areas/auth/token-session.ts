import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import type { SessionClaims } from "../users/check-session.ts";
import type { Tokens } from "./identity.ts";

export type TokenSession = SessionClaims;

/** Whose session the tokens belong to; they came from the provider a moment ago, so no signature needs a second look. */
export function sessionOf({ accessToken }: Tokens): TokenSession {
  const { username, origin_jti: sessionId, auth_time: started } = decomposeUnverifiedJwt(accessToken).payload;
  return { userId: String(username), sessionId: String(sessionId), started: Number(started) };
}
