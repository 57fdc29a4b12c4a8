/** Readers of a synthesized template, as the laptop itself uses them. */
export { readAccess } from "#local/template/access.ts";
export { readAssets } from "#local/template/assembly.ts";
export { readRules, type StreamMappingSpec } from "#local/template/events.ts";
export { readHttpApis } from "#local/template/http-api.ts";
export {
  functionOfArn,
  identityArn,
  objectArn,
  poolArn,
  queueArn,
  roleOfArn,
  routeArn,
  ruleArn,
  secretArn,
  secretOfArn,
  tableArn,
} from "#local/template/names.ts";
export { withNested } from "#local/template/nested.ts";
export { collectDependencies, creationOrder } from "#local/template/order.ts";
export { type Permission, readPermissions } from "#local/template/permissions.ts";
export type { QueueSpec } from "#local/template/queues.ts";
export { createResolver, type Resolver } from "#local/template/resolve.ts";
export { readSocketApis, type SocketApi } from "#local/template/socket-api.ts";
export { Template } from "#local/template/template-file.ts";
