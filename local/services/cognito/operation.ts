import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { Access } from "#local/access/access.ts";
import type { Attempts } from "./attempts.ts";
import type { Codes } from "./codes.ts";
import type { CustomChallenges } from "./custom-auth.ts";
import { invalidParameter, notAuthorized, userNotFound } from "./errors.ts";
import type { PasswordHashes } from "./passwords.ts";
import type { Pool, Pools } from "./pools.ts";
import type { SendCode } from "./send-code.ts";
import type { Sessions } from "./sessions.ts";
import { SELF_SCOPE, type Tokens } from "./tokens.ts";
import type { User, Users } from "./users.ts";

/** The state that operations use. */
export type Service = {
  pools: Pools;
  users: Users;
  codes: Codes;
  attempts: Attempts;
  sessions: Sessions;
  tokens: Tokens;
  sendCode: SendCode;
  passwords: PasswordHashes;
  access: Access;
  customChallenges: CustomChallenges;
};

export type Operation = {
  /** An administrator's operation, which AWS refuses without a signature. */
  requiresSignature: boolean;
  run(input: unknown, service: Service): Promise<object>;
};

type Run<Input> = (input: Input, service: Service) => Promise<object>;

/** An operation for the app's users, called without AWS credentials. */
export const publicOperation = <S extends z.ZodMiniType>(schema: S, run: Run<z.output<S>>) =>
  operation(false, schema, run);
export const adminOperation = <S extends z.ZodMiniType>(schema: S, run: Run<z.output<S>>) =>
  operation(true, schema, run);

function operation<S extends z.ZodMiniType>(requiresSignature: boolean, schema: S, run: Run<z.output<S>>): Operation {
  return {
    requiresSignature,
    run: async (input, service) => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw invalidParameter(validationMessage(parsed.error));
      return run(parsed.data, service);
    },
  };
}

function validationMessage({ issues }: z.core.$ZodError): string {
  const [first] = issues;
  const path = first?.path.join(".") ?? "";
  const field = path.slice(0, 1).toLowerCase() + path.slice(1);
  return `1 validation error detected: Value at '${field}' failed to satisfy constraint: ${first?.message ?? "invalid"}`;
}

export const Username = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^\S+$/));
export const Password = z.string().check(z.minLength(1));
export const Code = z.string().check(z.minLength(1), z.maxLength(2048), z.regex(/^\S+$/));
export const AttributeList = z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) }));
const Id = z.string().check(z.minLength(1));

export const ClientInput = { ClientId: Id };
export const UserInput = { UserPoolId: Id, Username };
export const CallerInput = { AccessToken: z.string().check(z.minLength(1)) };

/** The user of an access token with the scope `aws.cognito.signin.user.admin`; throws for a deleted, disabled or signed-out one. */
export async function getCaller(accessToken: string, service: Service): Promise<{ pool: Pool; user: User }> {
  const pool = poolOfToken(accessToken, service);
  const { username, scopes } = await service.tokens.verify(pool, accessToken);
  if (!scopes.includes(SELF_SCOPE)) throw notAuthorized("Access Token does not have required scopes");
  const user = service.users.find(pool.poolId, username);
  if (!user) throw userNotFound();
  if (!user.enabled) throw notAuthorized("User is disabled.");
  return { pool, user };
}

function poolOfToken(accessToken: string, { pools }: Service): Pool {
  try {
    return pools.byClient(String(decodeJwt(accessToken).client_id));
  } catch {
    throw notAuthorized("Invalid Access Token");
  }
}
