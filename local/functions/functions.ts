import { fileURLToPath } from "node:url";
import type { FunctionSpec } from "#local/template/functions.ts";
import { functionOfArn, REGION } from "#local/template/names.ts";
import type { Logs } from "./logs.ts";
import { type Caller, isPermitted } from "./permissions.ts";
import { createPool, type InvokeResult, type Pool } from "./pool.ts";

export interface Endpoints {
  dynamoDb: string;
  s3: string;
  cognito: string;
  mail: string;
  secrets: string;
  stripe: string;
  lambda: string;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const NO_FONTS = fileURLToPath(new URL("no-fonts.conf", import.meta.url));

/**
 * What a function finds in its environment: the template's variables, Lambda's own, and the SDK's endpoint variables.
 * Every service without a stand-in is sent to the Lambda endpoint, which says so, and none to Amazon.
 */
function environmentOf(spec: FunctionSpec, endpoints: Endpoints, credentials: Credentials): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TZ: ":UTC",
    LANG: "en_US.UTF-8",
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
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
    // Lambda's image has no fonts, so a picture that needs one fails here too.
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
    // Not one of Amazon's services, so the template itself says where it is.
    ...(spec.environment.STRIPE_API_URL && { STRIPE_API_URL: endpoints.stripe }),
  };
}

/** All functions of the stack, by name or ARN. */
export function createFunctions(specs: FunctionSpec[], endpoints: Endpoints, credentials: Credentials, logs: Logs) {
  const poolOf = (spec: FunctionSpec) => createPool(spec, environmentOf(spec, endpoints, credentials), logs);
  const pools = new Map<string, Pool>(specs.map((spec) => [spec.name, poolOf(spec)]));

  async function invoke(nameOrArn: string, event: unknown, requestId?: string): Promise<InvokeResult> {
    const pool = pools.get(functionOfArn(nameOrArn));
    if (pool) return pool.invoke(event, requestId);
    return {
      requestId: requestId ?? "",
      error: { errorType: "ResourceNotFoundException", errorMessage: `Function not found: ${nameOrArn}` },
    };
  }

  function permits(caller: Caller, nameOrArn: string): boolean {
    const name = functionOfArn(nameOrArn);
    const permitted = isPermitted(pools.get(name)?.spec.permissions ?? [], caller);
    if (!permitted) {
      const { principal, sourceArn } = caller;
      logs.add("laptop", `${principal} may not call ${name} as ${sourceArn}: no permission of the template allows it`);
    }
    return permitted;
  }

  return {
    has: (nameOrArn: string) => pools.has(functionOfArn(nameOrArn)),
    /** Calls and waits. A function that doesn't exist, fails, crashes or takes too long gives an `error`. */
    invoke,
    /** Calls on behalf of another service; gives an `error` and a log line where no permission allows it. */
    async invokeFor(caller: Caller, nameOrArn: string, event: unknown, requestId?: string): Promise<InvokeResult> {
      if (permits(caller, nameOrArn)) return invoke(nameOrArn, event, requestId);
      return {
        requestId: requestId ?? "",
        error: {
          errorType: "AccessDeniedException",
          errorMessage: `AccessDeniedException: ${caller.principal} is not authorized to perform lambda:InvokeFunction`,
        },
      };
    },
    /** Whether a service may call the function; a refusal leaves a line in the log. */
    permits,
    specOf: (nameOrArn: string) => pools.get(functionOfArn(nameOrArn))?.spec,
    list: () => [...pools.values()].map(({ spec, size }) => ({ spec, workers: size() })),
    /** Loads functions one after the other in the background, so that a first visitor doesn't wait. */
    async warm(names: string[]) {
      for (const name of new Set(names)) await pools.get(functionOfArn(name))?.warm();
    },
    stop: async () => void (await Promise.all([...pools.values()].map((pool) => pool.stop()))),
  };
}

export type Functions = ReturnType<typeof createFunctions>;
