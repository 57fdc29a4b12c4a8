import { ACCOUNT } from "#local/template/names.ts";
import type { Permission } from "#local/template/permissions.ts";
import { isArnLike } from "./arn-like.ts";

/** A service that calls a function, and the ARN of its resource that does. */
export interface Caller {
  /** E.g. `apigateway.amazonaws.com`. */
  principal: string;
  sourceArn: string;
}

/** Whether a function's resource policy lets the caller in; a permission without source lets in every resource. */
export const isPermitted = (
  permissions: readonly Omit<Permission, "functionName">[],
  { principal, sourceArn }: Caller,
): boolean =>
  permissions.some(
    (permission) =>
      (permission.principal === principal || permission.principal === "*") &&
      (permission.sourceArn === undefined || isArnLike(permission.sourceArn, sourceArn)) &&
      (permission.sourceAccount === undefined || permission.sourceAccount === ACCOUNT),
  );
