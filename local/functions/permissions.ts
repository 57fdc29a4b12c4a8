import { isArnLike } from "#local/access/arn-like.ts";
import { ACCOUNT } from "#local/template/names.ts";
import type { Permission } from "#local/template/permissions.ts";

/** The service that invokes a function, and the ARN of the invoking resource. */
export interface Caller {
  /** E.g. `apigateway.amazonaws.com`. */
  principal: string;
  sourceArn: string;
}

/** Of a function's permissions those for itself, or for the version or alias that is called: each has a policy of its own. */
export const permissionsFor = <P extends Pick<Permission, "qualifier">>(
  permissions: readonly P[],
  qualifier: string | undefined,
): readonly P[] => permissions.filter((permission) => permission.qualifier === qualifier);

/** True if a function's resource policy allows the caller; a permission without SourceArn allows every resource. */
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
