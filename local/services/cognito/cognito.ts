import { listen } from "../listening.ts";
import type { OutgoingMail } from "../mail.ts";
import { openAttempts } from "./attempts.ts";
import { openCodes } from "./codes.ts";
import { codeSender } from "./messages.ts";
import type { Service } from "./operation.ts";
import { openPools, type PoolSettings } from "./pools.ts";
import { answer } from "./protocol.ts";
import { openSessions } from "./sessions.ts";
import { openCognitoState } from "./state.ts";
import { openTokens } from "./tokens.ts";
import { openUsers } from "./users.ts";

export type { PoolSettings };

export type CognitoOptions = {
  /** Where users and keys are kept; in memory without it. */
  dir?: string;
  port?: number;
  deliver(mail: OutgoingMail): Promise<void>;
  /** Runs a pool's trigger and answers with the event that it returns. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** The clock by which tokens and codes expire. */
  now?: () => Date;
};

export type Cognito = {
  url: string;
  /** Makes the pool or brings its settings up to date. `providerUrl` is the tokens' issuer. */
  ensurePool(settings: PoolSettings): Promise<{ providerUrl: string; jwksUrl: string }>;
  stop(): Promise<void>;
};

/** A stand-in for Cognito user pools that speaks the SDK's protocol and fails as AWS does. */
export async function startCognito(options: CognitoOptions): Promise<Cognito> {
  const now = options.now ?? (() => new Date());
  const state = openCognitoState(options.dir, now);
  const pools = await openPools(state);
  const attempts = openAttempts(state);
  const codes = openCodes(state, attempts);
  const sessions = openSessions(state);
  let url = "";
  const issuerOf = (poolId: string) => `${url}/${poolId}`;
  const service: Service = {
    pools,
    attempts,
    codes,
    sessions,
    users: openUsers(state),
    tokens: openTokens(sessions, now, issuerOf, options.invokeTrigger),
    sendCode: codeSender(codes, attempts, options.deliver),
  };
  const server = await listen((request, response) => answer(request, response, service, url), options.port);
  url = server.url;
  return {
    url,
    ensurePool: async (settings) => {
      const { poolId } = await pools.ensure(settings);
      return { providerUrl: issuerOf(poolId), jwksUrl: `${issuerOf(poolId)}/.well-known/jwks.json` };
    },
    stop: async () => {
      await server.stop();
      state.database.close();
    },
  };
}
