/** Decides, by roles' and resources' policies, who may do what. */
export {
  type Access,
  buildCredentials,
  createAccess,
  type RoleGrant,
  type Signer,
  type StackAccessControl,
} from "#local/access/access.ts";
export { isArnLike } from "#local/access/arn-like.ts";
export type { AuthorizationRequest } from "#local/access/evaluate.ts";
export { parseStatements } from "#local/access/policy.ts";
export { type Caller, isPermitted, permissionsFor } from "#local/functions/permissions.ts";
