import { statSync } from "node:fs";
import * as z from "zod/mini";
import type { Assembly } from "./assembly.ts";
import { functionOfArn, qualified, queueOfArn, roleOfArn } from "./names.ts";
import { type Permission, readPermissions } from "./permissions.ts";
import { NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface FunctionSpec {
  name: string;
  /** Absolute folder of the asset that is deployed. */
  codeDir: string;
  /** `file.export`, the file without extension. */
  handler: string;
  environment: Record<string, string>;
  /** The role whose policies bind the function's calls; without one it may call nothing. */
  roleName: string;
  timeoutSeconds: number;
  memoryMb: number;
  /** Retries and dead-letter queue of asynchronous invocations. */
  asynchronous: { retries: number; deadLetterQueue?: string };
  /** ARNs of the queues for asynchronous calls that failed every attempt. */
  destinations: string[];
  /** Names by which a version of it can be called. */
  aliases: string[];
  /** The resource policy; a service without a statement can't invoke the function. */
  permissions: Permission[];
}

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.optional(z.string()) }),
  Handler: z.optional(z.string()),
  Runtime: z.optional(z.string()),
  Role: z.optional(z.string()),
  Timeout: z.optional(NumberOrText),
  MemorySize: z.optional(NumberOrText),
  Environment: z.optional(z.object({ Variables: z.optional(z.record(z.string(), z.unknown())) })),
  DeadLetterConfig: z.optional(z.object({ TargetArn: z.optional(z.string()) })),
});

const InvokeConfigProperties = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.optional(NumberOrText),
  DestinationConfig: z.optional(z.object({ OnFailure: z.optional(z.object({ Destination: z.string() })) })),
});

const AliasProperties = z.object({ FunctionName: z.string(), FunctionVersion: z.string(), Name: z.string() });

/** Every alias of the template; one that leads to no version of its function throws. */
function readAliases(resolver: Resolver) {
  const versions = resolver.listResources("AWS::Lambda::Version").map(({ logicalId }) => resolver.getName(logicalId));
  return resolver.listResources("AWS::Lambda::Alias").map((resource) => {
    const { FunctionName, FunctionVersion, Name: name } = parseProperties(resource, AliasProperties);
    const functionName = functionOfArn(FunctionName);
    if (!versions.includes(qualified(functionName, FunctionVersion))) {
      throw new Error(`${resource.logicalId} leads to version ${FunctionVersion}, which ${functionName} hasn't`);
    }
    return { functionName, name };
  });
}

const isFolder = (path: string | undefined): path is string =>
  path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Node functions whose asset is a folder; CDK's Python helpers are skipped, as the laptop does their work itself. */
export function readFunctions(assembly: Assembly, resolver: Resolver): FunctionSpec[] {
  const invokeConfigs = new Map(
    resolver.listResources("AWS::Lambda::EventInvokeConfig").map((resource) => {
      const config = parseProperties(resource, InvokeConfigProperties);
      return [functionOfArn(config.FunctionName), config] as const;
    }),
  );
  const permissions = readPermissions(resolver);
  const aliases = readAliases(resolver);
  return resolver.listResources("AWS::Lambda::Function").flatMap((resource) => {
    const properties = parseProperties(resource, FunctionProperties);
    if (!properties.Runtime?.startsWith("nodejs")) return [];
    const codeDir = assembly.assetPath(properties.Code.S3Key ?? "");
    if (!isFolder(codeDir)) return [];

    const name = resolver.getName(resource.logicalId);
    const config = invokeConfigs.get(name);
    const deadLetters = config?.DestinationConfig?.OnFailure?.Destination ?? properties.DeadLetterConfig?.TargetArn;
    return [
      {
        name,
        codeDir,
        handler: properties.Handler ?? "index.handler",
        environment: Object.fromEntries(
          Object.entries(properties.Environment?.Variables ?? {}).map(([key, value]) => [key, String(value)]),
        ),
        roleName: roleOfArn(properties.Role ?? ""),
        timeoutSeconds: properties.Timeout ?? 3,
        memoryMb: properties.MemorySize ?? 128,
        asynchronous: {
          retries: config?.MaximumRetryAttempts ?? 2,
          deadLetterQueue: deadLetters ? queueOfArn(deadLetters) : undefined,
        },
        destinations: deadLetters ? [deadLetters] : [],
        aliases: aliases.flatMap((alias) => (alias.functionName === name ? [alias.name] : [])),
        permissions: permissions.filter(({ functionName }) => functionName === name),
      },
    ];
  });
}
