import { fileURLToPath } from "node:url";
import { buildCredentials } from "#local/access/access.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import type { FunctionSpec } from "#local/template/functions.ts";
import { functionOfArn, qualified, qualifierOfArn, REGION } from "#local/template/names.ts";
import type { Logs } from "./logs.ts";
import { type Caller, isPermitted, permissionsFor } from "./permissions.ts";
import { createWorkerPool, type InvokeOptions, type InvokeResult, type WorkerPool } from "./pool.ts";

export interface ServiceEndpoints {
  dynamoDb: string;
  s3: string;
  cognito: string;
  mail: string;
  secrets: string;
  stripe: string;
  lambda: string;
}

/** Settings of every function that don't come from the template. */
interface Surroundings {
  readonly endpoints: ServiceEndpoints;
}

const NO_FONTS = fileURLToPath(new URL("no-fonts.conf", import.meta.url));

/**
 * A function's environment: the template's variables, Lambda's own with the credentials of the function's role, and the
 * SDK's endpoint variables.
 * Calls to a service without a stand-in go to the Lambda endpoint, which refuses them, and never to AWS.
 */
function buildEnvironment(spec: FunctionSpec, { endpoints }: Surroundings): Record<string, string> {
  const credentials = buildCredentials(spec.name);
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TZ: ":UTC",
    LANG: "en_US.UTF-8",
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${spec.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "laptop",
    // Lambda's image has no fonts, so an image that needs one must fail here too.
    FONTCONFIG_FILE: NO_FONTS,
    LAMBDA_TASK_ROOT: spec.codeDir,
    _HANDLER: spec.handler,
    AWS_ENDPOINT_URL: endpoints.lambda,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamoDb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoints.dynamoDb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoints.cognito,
    AWS_ENDPOINT_URL_SESV2: endpoints.mail,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secrets,
    ...spec.environment,
    // Stripe isn't an AWS service, so its endpoint is a variable of the template.
    ...(spec.environment.STRIPE_API_URL && { STRIPE_API_URL: endpoints.stripe }),
  };
}

/** Lambda's error for a function whose own variables, names and values, are more than it keeps. */
function requireSmallEnvironment({ name, environment }: FunctionSpec): void {
  if (Buffer.byteLength(JSON.stringify(environment)) <= AWS_QUOTAS.lambdaEnvironment.max) return;
  throw new Error(
    `${name} CREATE_FAILED: Lambda was unable to configure your environment variables because the environment ` +
      "variables you have provided exceeded the 4KB limit.",
  );
}

/** The functions of the stack, by name or ARN. Throws for an environment that Lambda doesn't take. */
export function createFunctions(specs: FunctionSpec[], surroundings: Surroundings, logs: Logs) {
  specs.forEach(requireSmallEnvironment);
  const createPool = (spec: FunctionSpec) => createWorkerPool(spec, buildEnvironment(spec, surroundings), logs);
  const pools = new Map<string, WorkerPool>(specs.map((spec) => [spec.name, createPool(spec)]));

  /** Workers of their own, because ids that sort by time never go back within a process. */
  const datedPools = new Map<string, WorkerPool>();

  function poolFor(name: string, { date }: InvokeOptions): WorkerPool | undefined {
    const pool = pools.get(name);
    if (!pool || !date) return pool;
    const dated = datedPools.get(name) ?? createPool(pool.spec);
    datedPools.set(name, dated);
    return dated;
  }

  async function invoke(nameOrArn: string, event: unknown, options: InvokeOptions = {}): Promise<InvokeResult> {
    const pool = poolFor(functionOfArn(nameOrArn), options);
    const qualifier = qualifierOfArn(nameOrArn);
    if (pool && (qualifier === undefined || pool.spec.aliases.includes(qualifier))) {
      const result = await pool.invoke(event, options);
      const metric = { namespace: "AWS/Lambda", dimensions: { FunctionName: pool.spec.name } };
      logs.metrics.add({ ...metric, name: "Invocations", value: 1 });
      logs.metrics.add({ ...metric, name: "Errors", value: "error" in result ? 1 : 0 });
      return result;
    }
    return {
      requestId: options.requestId ?? "",
      error: { errorType: "ResourceNotFoundException", errorMessage: `Function not found: ${nameOrArn}` },
    };
  }

  function permits(caller: Caller, nameOrArn: string): boolean {
    const name = functionOfArn(nameOrArn);
    const qualifier = qualifierOfArn(nameOrArn);
    const permitted = isPermitted(permissionsFor(pools.get(name)?.spec.permissions ?? [], qualifier), caller);
    if (!permitted) {
      const { principal, sourceArn } = caller;
      logs.add(
        "laptop",
        `${principal} may not invoke ${qualified(name, qualifier)} from ${sourceArn}: the template has no such permission`,
      );
    }
    return permitted;
  }

  return {
    has: (nameOrArn: string) => pools.has(functionOfArn(nameOrArn)),
    /** Synchronous invocation. A missing, failing, crashing or timed-out function returns an `error`. */
    invoke,
    /** Invokes for another service; without a permission it returns an `error` and logs the refusal. */
    async invokeFor(
      caller: Caller,
      nameOrArn: string,
      event: unknown,
      options: InvokeOptions = {},
    ): Promise<InvokeResult> {
      if (permits(caller, nameOrArn)) return invoke(nameOrArn, event, options);
      return {
        requestId: options.requestId ?? "",
        error: {
          errorType: "AccessDeniedException",
          errorMessage: `AccessDeniedException: ${caller.principal} is not authorized to perform lambda:InvokeFunction`,
        },
      };
    },
    /** True if a service may invoke the function; logs a refusal. */
    permits,
    findSpec: (nameOrArn: string) => pools.get(functionOfArn(nameOrArn))?.spec,
    list: () => [...pools.values()].map(({ spec, size }) => ({ spec, workers: size() })),
    /** Loads functions one after the other, so that the first request doesn't wait. */
    async warm(names: string[]) {
      for (const name of new Set(names)) await pools.get(functionOfArn(name))?.warm();
    },
    stop: async () => void (await Promise.all([...pools.values(), ...datedPools.values()].map((pool) => pool.stop()))),
  };
}

export type Functions = ReturnType<typeof createFunctions>;
