import { type Access, UNRESTRICTED } from "#local/access/access.ts";
import { listen } from "../http-server.ts";
import type { OutgoingMail } from "../ses.ts";
import { openAttempts } from "./attempts.ts";
import { openCodes } from "./codes.ts";
import { openCognitoDatabase } from "./cognito-database.ts";
import { openCustomChallenges } from "./custom-auth.ts";
import type { Service } from "./operation.ts";
import { passwordHashes } from "./passwords.ts";
import { openPools, type PoolSettings } from "./pools.ts";
import { answer } from "./protocol.ts";
import { createSendCode } from "./send-code.ts";
import { openSessions } from "./sessions.ts";
import { openTokens } from "./tokens.ts";
import { openUsers } from "./users.ts";

export type { PoolSettings };

export type CognitoOptions = {
  /** Folder of users and keys; in memory by default. */
  dir?: string;
  port?: number;
  deliver(mail: OutgoingMail): Promise<void>;
  /** Invokes a pool's Lambda trigger and resolves with the returned event. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** The clock for the expiry of tokens and codes. */
  now?: () => Date;
  /** Authorizes administrators' operations. */
  access?: Access;
};

export type Cognito = {
  url: string;
  /** Creates or updates the pool. `providerUrl` is the issuer of its tokens. */
  ensurePool(settings: PoolSettings): Promise<{ providerUrl: string; jwksUrl: string }>;
  stop(): Promise<void>;
};

/** A stand-in for Cognito user pools with the SDK's protocol and AWS's errors. */
export async function startCognito(options: CognitoOptions): Promise<Cognito> {
  const now = options.now ?? (() => new Date());
  const state = openCognitoDatabase(options.dir, now);
  const pools = await openPools(state);
  const attempts = openAttempts(state);
  const codes = openCodes(state, attempts);
  const sessions = openSessions(state);
  let url = "";
  const getIssuer = (poolId: string) => `${url}/${poolId}`;
  const service: Service = {
    pools,
    attempts,
    codes,
    sessions,
    users: openUsers(state),
    tokens: openTokens(sessions, now, getIssuer, options.invokeTrigger),
    access: options.access ?? UNRESTRICTED,
    sendCode: createSendCode(codes, attempts, options.deliver),
    passwords: passwordHashes(options.dir ? "kept" : "inMemory"),
    customChallenges: openCustomChallenges(options.invokeTrigger, now),
  };
  const server = await listen((request, response) => answer(request, response, service, url), options.port);
  url = server.url;
  return {
    url,
    ensurePool: async (settings) => {
      const { poolId } = await pools.ensure(settings);
      return { providerUrl: getIssuer(poolId), jwksUrl: `${getIssuer(poolId)}/.well-known/jwks.json` };
    },
    stop: async () => {
      await server.stop();
      state.database.close();
    },
  };
}
