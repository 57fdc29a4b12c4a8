import * as z from "zod/mini";
import { functionOfArn, qualifierOfArn } from "./names.ts";
import { parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

/** A statement of a function's resource policy: which service may call it, and for which of its resources. */
export interface Permission {
  functionName: string;
  /** The version or alias that may be called; without it what was deployed last, and no alias. */
  qualifier?: string | undefined;
  principal: string;
  /** Pattern of the calling resource's ARN; absent where any resource of the service may invoke. */
  sourceArn?: string;
  sourceAccount?: string;
}

const PermissionProperties = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  SourceAccount: z.optional(z.string()),
});

/** Every statement of the template that lets a service call a function. */
export const readPermissions = (resolver: Resolver): Permission[] =>
  resolver.listResources("AWS::Lambda::Permission").flatMap((resource) => {
    const permission = parseProperties(resource, PermissionProperties);
    if (!["lambda:InvokeFunction", "lambda:*"].includes(permission.Action)) return [];
    return [
      {
        functionName: functionOfArn(permission.FunctionName),
        qualifier: qualifierOfArn(permission.FunctionName),
        principal: permission.Principal,
        sourceArn: permission.SourceArn,
        sourceAccount: permission.SourceAccount,
      },
    ];
  });
