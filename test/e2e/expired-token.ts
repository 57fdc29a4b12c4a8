import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";

/** The user pool's signing key, from the running cloud's state. */
function signingKey(home: string, kid: string | undefined) {
  const database = new DatabaseSync(join(home, "cognito/cognito.sqlite"), { readOnly: true });
  try {
    const row = database.prepare("SELECT key FROM pools WHERE kid = ?").get(kid ?? "");
    return JSON.parse(String(row?.key));
  } finally {
    database.close();
  }
}

/** An expired copy of an access token. */
export async function expiredToken(home: string, token: string): Promise<string> {
  const { kid } = decodeProtectedHeader(token);
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
  const age = Math.floor(Date.now() / 1000) - iat + (exp - iat) + 60;
  return new SignJWT({ ...claims, iat: iat - age, exp: exp - age })
    .setProtectedHeader({ alg: "RS256", ...(kid ? { kid } : {}) })
    .sign(await importJWK(signingKey(home, kid), "RS256"));
}
