import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";

/** The pool's signing keys, in the state of a running cloud. */
function signingKey(home: string, kid: string | undefined) {
  const database = new DatabaseSync(join(home, "cognito/cognito.sqlite"), { readOnly: true });
  try {
    const row = database.prepare("SELECT key FROM pools WHERE kid = ?").get(kid ?? "");
    return JSON.parse(String(row?.key));
  } finally {
    database.close();
  }
}

/** The same access token as the pool would have issued it so long ago that it has expired by now. */
export async function expiredToken(home: string, token: string): Promise<string> {
  const { kid } = decodeProtectedHeader(token);
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
  const age = Math.floor(Date.now() / 1000) - iat + (exp - iat) + 60;
  return new SignJWT({ ...claims, iat: iat - age, exp: exp - age })
    .setProtectedHeader({ alg: "RS256", ...(kid ? { kid } : {}) })
    .sign(await importJWK(signingKey(home, kid), "RS256"));
}
