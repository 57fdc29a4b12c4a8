import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

/**
 * Gives the text of a secret, fetched when it is first needed and then cached for as long as the process lives. A failed
 * call isn't cached. Throws when the secret is missing or isn't text.
 */
export function openSecret(arn: string): () => Promise<string> {
  const client = new SecretsManagerClient({});
  let asked: Promise<string> | undefined;
  async function ask() {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (!SecretString) throw new Error(`The secret ${arn} has no text`);
    return SecretString;
  }
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}
