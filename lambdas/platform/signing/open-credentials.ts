import * as z from "zod/mini";
import { openSecret } from "../secrets/open-secret.ts";

/** Content of the secret that operators fill in (docs/operations.md): keys for Content Credentials, in PEM. */
export const CredentialsKey = z.object({
  /** P-256, in PKCS #8. */
  privateKey: z.string().check(z.includes("PRIVATE KEY")),
  /** The key's own certificate first, then its chain. */
  certificates: z.string().check(z.includes("CERTIFICATE")),
});
export type CredentialsKey = z.output<typeof CredentialsKey>;

export interface Credentials {
  /** `undefined` on a stage without a certificate. */
  key(): Promise<CredentialsKey | undefined>;
}

export function openCredentials({ CREDENTIALS_SECRET_ARN }: { readonly CREDENTIALS_SECRET_ARN: string }): Credentials {
  const secret = openSecret(CREDENTIALS_SECRET_ARN);
  return {
    async key() {
      const text = await secret.read();
      // Until operators fill it in, the secret has a random value by AWS.
      return text.startsWith("{") ? CredentialsKey.parse(JSON.parse(text)) : undefined;
    },
  };
}
