import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

/** A rotated secret reaches every running process within this time. */
const MAX_AGE_MS = 5 * 60_000;

/** Refusals cause at most one call in this time, because anyone can cause a refusal. */
const RENEWAL_INTERVAL_MS = 60_000;

export interface Secret {
  /** The text, five minutes old at most while the service answers. Throws when it can't be read and never was. */
  read(): Promise<string>;
  /** Reads again because a text was refused. Gives the text that is to be tried instead, if there is another one. */
  renew(refused: string): Promise<string | undefined>;
}

/** A secret that holds text; nothing is fetched before it is needed, and one call serves all who wait. */
export function openSecret(arn: string): Secret {
  const client = new SecretsManagerClient({});
  let current: { readonly text: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;

  async function fetchText() {
    const { SecretString: text } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (!text) throw new Error(`The secret ${arn} has no text`);
    current = { text, until: Date.now() + MAX_AGE_MS };
    return text;
  }

  const ask = () => {
    asking ??= fetchText().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  /** The known text outlives a failure of the service, which isn't asked again before the next interval. */
  async function askOr(known: string | undefined) {
    try {
      return await ask();
    } catch (problem) {
      if (known === undefined) throw problem;
      current = { text: known, until: Date.now() + RENEWAL_INTERVAL_MS };
      return known;
    }
  }

  return {
    read: async () => (current && Date.now() < current.until ? current.text : askOr(current?.text)),
    renew: async (refused) => {
      if (current?.text === refused && (asking || Date.now() - renewedAt >= RENEWAL_INTERVAL_MS)) {
        renewedAt = Date.now();
        await askOr(refused);
      }
      return current?.text === refused ? undefined : current?.text;
    },
  };
}
