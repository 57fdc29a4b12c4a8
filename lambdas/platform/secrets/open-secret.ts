import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

/** A rotated secret reaches every running process within this time. */
const MAX_AGE_MS = 5 * 60_000;

/** At most one call in this time after refusals, because anyone can cause them. */
const RENEWAL_INTERVAL_MS = 60_000;

export interface Secret {
  /** The text, at most five minutes old while the service answers. Throws if it was never read. */
  read(): Promise<string>;
  /** Reads again after a text was refused. Returns another text to try, if there is one. */
  renew(refused: string): Promise<string | undefined>;
}

/** A secret text; read lazily, with one call for all concurrent readers. */
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

  const fetchOnce = () => {
    asking ??= fetchText().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  /** The known text is kept during an outage, with one call per interval. */
  async function fetchOrKeep(known: string | undefined) {
    try {
      return await fetchOnce();
    } catch (problem) {
      if (known === undefined) throw problem;
      current = { text: known, until: Date.now() + RENEWAL_INTERVAL_MS };
      return known;
    }
  }

  return {
    read: async () => (current && Date.now() < current.until ? current.text : fetchOrKeep(current?.text)),
    renew: async (refused) => {
      if (current?.text === refused && (asking || Date.now() - renewedAt >= RENEWAL_INTERVAL_MS)) {
        renewedAt = Date.now();
        await fetchOrKeep(refused);
      }
      return current?.text === refused ? undefined : current?.text;
    },
  };
}
