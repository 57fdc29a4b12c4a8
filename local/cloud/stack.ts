import { createConsole } from "#local/console/console.ts";
import { createFunctions } from "#local/functions/functions.ts";
import { createDistribution, type Origins } from "#local/gateway/distribution.ts";
import { createHttpApi } from "#local/gateway/http-api.ts";
import { deploy } from "#local/provision/deployments.ts";
import { ensureTables } from "#local/provision/tables.ts";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { createEventBus } from "#local/streams/event-bus.ts";
import { startSchedules } from "#local/streams/schedules.ts";
import { startStreamConsumer } from "#local/streams/stream-consumer.ts";
import { readAssembly } from "#local/template/assembly.ts";
import { readPools } from "#local/template/pools.ts";
import { createResolver } from "#local/template/resolve.ts";
import { readSystem, type System } from "#local/template/system.ts";
import { unsupportedOf } from "#local/template/unsupported.ts";
import type { Base } from "./base.ts";
import { connectS3, ensureBuckets } from "./buckets.ts";
import { connectPayments } from "./payments.ts";
import { ensureIdentities, verifySender } from "./senders.ts";

const hostOf = (url: string) => url.replace(/^https?:\/\//, "");

/** Makes what the template wants to exist: tables, buckets and what is copied into them. */
async function provision({ services, state }: Base, { tables, buckets, deployments, secrets }: System) {
  for (const { id, length } of secrets) services.secrets.ensure(id, length);
  const copied = state<boolean>("deployments");
  const done = { has: copied.has, add: (fingerprint: string) => copied.set(fingerprint, true) };
  await Promise.all([
    ensureTables(services.dynamoDbUrl, tables),
    ensureBuckets(services.s3, buckets).then(() => deploy(deployments, () => connectS3(services.s3.url), done)),
  ]);
}

/** Runs what works without a visitor: left-over events, streams, schedules. */
async function startBackground(base: Base, system: System, bus: ReturnType<typeof createEventBus>) {
  const { functions, deadLetters, logs } = base;
  // A checkpoint that a crash loses only makes records come again, and every batch sets one.
  const checkpoints = base.state<string>("checkpoints", { lazily: true });
  const consumers = await Promise.all(
    system.streamMappings.map((mapping) =>
      startStreamConsumer(base.services.dynamoDbUrl, mapping, checkpoints, {
        functions,
        deadLetters,
        log: (text) => logs.add(mapping.functionName, text),
      }),
    ),
  );
  const schedules = startSchedules(system.rules, bus.tick, base.state<number>("schedules"));
  base.queue.start();
  return async () => {
    schedules.stop();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    checkpoints.close();
  };
}

/** Runs a synthesized stack on the base; answers once it serves. */
export async function loadStack(
  base: Base,
  cdkOut: string,
  beforeSite: Origins["beforeSite"],
  say: (line: string) => void,
) {
  const { services, logs, gateway } = base;
  const assembly = readAssembly(cdkOut);
  const issuers = new Map<string, string>();
  const resolver = createResolver(assembly, {
    site: `localhost:${gateway.port}`,
    s3: hostOf(services.s3.url),
    connections: hostOf(base.endpoints.lambda),
    providerUrl: (poolId) => issuers.get(poolId) ?? "",
  });
  ensureIdentities(services.mail, resolver);
  for (const pool of readPools(resolver)) {
    issuers.set(pool.poolId, (await services.cognito.ensurePool(pool)).providerUrl);
  }
  const system = readSystem(assembly, resolver);
  for (const line of unsupportedOf(assembly.template)) say(line);

  const functions = createFunctions(system.functions, base.endpoints, LOCAL_CREDENTIALS, logs);
  const bus = createEventBus(system.rules, { queue: base.queue, functions, deadLetters: base.deadLetters });
  const apis = new Map(system.apis.map((api) => [api.id, createHttpApi(api, functions)]));
  const { readObject } = services.s3;
  const site = createDistribution(system, { readObject, apis, sockets: system.socketApis, beforeSite }, logs);
  const developersPages = createConsole({ ...base, system, functions });
  await provision(base, system);
  connectPayments(services, assembly, resolver);
  verifySender(services.mail, assembly, resolver);

  base.attach({ functions, system, bus, edge: site });
  const stopBackground = await startBackground(base, system, bus);
  gateway.serve(
    async (request) => (await developersPages(request)) ?? site.answer(request),
    (error) => logs.add("laptop", error instanceof Error ? (error.stack ?? error.message) : String(error)),
    async (request, upgrade) => {
      const located = site.locateSocket(request);
      if (located) return base.sockets.open(located.api, located.request, upgrade);
      upgrade.socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
    },
  );
  return {
    system,
    functions,
    resolve: resolver.resolve,
    stopBackground,
    async stop() {
      await stopBackground();
      await functions.stop();
    },
  };
}
