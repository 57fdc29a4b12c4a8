import { readAlarms } from "#local/monitoring/alarms.ts";
import { readAccess } from "./access.ts";
import type { Assembly } from "./assembly.ts";
import { readBuckets, readDeployments } from "./buckets.ts";
import { readDistribution, readEdgeFunctions } from "./distribution.ts";
import { readRules, readStreamMappings } from "./events.ts";
import { readForwarding } from "./forwarding.ts";
import { readFunctions } from "./functions.ts";
import { readHttpApis } from "./http-api.ts";
import { readPools } from "./pools.ts";
import { readQueues } from "./queues.ts";
import type { Resolver } from "./resolve.ts";
import { readResponseHeaders } from "./response-headers.ts";
import { readSecrets } from "./secrets.ts";
import { readSocketApis } from "./socket-api.ts";
import { readTables } from "./tables.ts";

/** The parts of the template that the laptop runs. Requires the pools' issuer URLs. */
export function readSystem(assembly: Assembly, resolver: Resolver) {
  const functions = readFunctions(assembly, resolver);
  return {
    functions,
    alarms: readAlarms(resolver),
    access: readAccess(resolver, new Set(functions.map(({ roleName }) => roleName))),
    apis: readHttpApis(resolver),
    socketApis: readSocketApis(resolver),
    tables: readTables(resolver),
    pools: readPools(resolver),
    buckets: readBuckets(resolver),
    secrets: readSecrets(resolver),
    deployments: readDeployments(assembly, resolver),
    distribution: readDistribution(resolver),
    edgeFunctions: readEdgeFunctions(resolver),
    forwarding: readForwarding(resolver),
    responseHeaders: readResponseHeaders(resolver),
    rules: readRules(resolver),
    streamMappings: readStreamMappings(resolver),
    queues: readQueues(resolver),
  };
}

export type System = ReturnType<typeof readSystem>;
