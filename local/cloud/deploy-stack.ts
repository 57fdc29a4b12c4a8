import { refusalByLambda, refusalOfQueues } from "#local/access/required-by-lambda.ts";
import { createDeveloperPages } from "#local/developer-pages/developer-pages.ts";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { createFunctions } from "#local/functions/functions.ts";
import { createDistribution, type Origins } from "#local/gateway/distribution.ts";
import { createHttpApi } from "#local/gateway/http-api.ts";
import { copyDeployments } from "#local/provision/copy-deployments.ts";
import { ensureTables } from "#local/provision/tables.ts";
import { createEventBus } from "#local/streams/event-bus.ts";
import { startSchedules } from "#local/streams/schedules.ts";
import { startStreamConsumer } from "#local/streams/stream-consumer.ts";
import { type Assembly, readAssembly } from "#local/template/assembly.ts";
import type { BucketSpec } from "#local/template/buckets.ts";
import { requireCollections } from "#local/template/collections.ts";
import { REGION } from "#local/template/names.ts";
import { readPools } from "#local/template/pools.ts";
import { createResolver, type Resolver } from "#local/template/resolve.ts";
import { readSystem, type System } from "#local/template/system.ts";
import { listUnsupported } from "#local/template/unsupported.ts";
import { configureCredentials } from "./configure-credentials.ts";
import { configureStripe } from "./configure-stripe.ts";
import type { Platform } from "./platform.ts";
import type { Services } from "./services.ts";
import { ensureIdentities, verifySenderAddress } from "./ses-identities.ts";
import type { DescribedStack } from "./stack-endpoint.ts";

const getHost = (url: string) => url.replace(/^https?:\/\//, "");

/** Creates the template's buckets and keeps their objects. */
async function ensureBuckets(s3: Services["s3"], buckets: BucketSpec[]): Promise<void> {
  for (const bucket of buckets) await s3.ensureBucket(bucket);
}

/** Imports the SDK when it is first needed: to copy a deployment or to store a failed batch. */
async function connectS3(endpoint: string) {
  const { S3Client } = await import("@aws-sdk/client-s3");
  return new S3Client({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS, forcePathStyle: true });
}

/** Creates the template's tables, buckets and secrets, and copies the deployments into the buckets. */
async function provision({ services, state }: Platform, { tables, buckets, deployments, secrets }: System) {
  for (const { name, length, within } of secrets) services.secrets.ensure(name, length, within);
  const deployed = state<boolean>("deployments");
  const done = { has: deployed.has, add: (fingerprint: string) => deployed.set(fingerprint, true) };
  await Promise.all([
    ensureTables(services.dynamoDbUrl, tables),
    ensureBuckets(services.s3, buckets).then(() =>
      copyDeployments(deployments, () => connectS3(services.s3.url), done),
    ),
  ]);
}

/** Throws CloudFormation's error for a function whose role or queue lacks what Lambda checks at its creation. */
function checkFunctionPrerequisites({ access, functions, queues, streamMappings }: System) {
  for (const { name: functionName, roleName, destinations, timeoutSeconds } of functions) {
    const consumed = queues.filter(({ consumer }) => consumer === functionName);
    const queueRefusal = refusalOfQueues(timeoutSeconds, consumed);
    if (queueRefusal) throw new Error(`${functionName} CREATE_FAILED: ${queueRefusal}`);
    const role = access.roles.find(({ name }) => name === roleName);
    if (!role) continue;
    const streams = streamMappings.filter((mapping) => mapping.functionName === functionName);
    const sources = [...streams.map(({ streamArn }) => streamArn), ...consumed.map(({ arn }) => arn)];
    const buckets = streams.flatMap(({ failureBucket }) => failureBucket ?? []);
    const lambdaServiceCalls = { ...role, sources, destinations, buckets };
    const refusal = refusalByLambda(lambdaServiceCalls);
    if (refusal) throw new Error(`${functionName} CREATE_FAILED: ${refusal}`);
  }
}

/** Puts objects into the laptop's buckets, as Lambda does with the rights that were checked when the function was made. */
const createUploader = (endpoint: string) => async (Bucket: string, Key: string, Body: string) => {
  const { PutObjectCommand } = await import("@aws-sdk/client-s3");
  const client = await connectS3(endpoint);
  await client.send(new PutObjectCommand({ Bucket, Key, Body }));
  client.destroy();
};

/** Starts what runs without requests: pending events, stream consumers and schedules. */
async function startBackground(platform: Platform, system: System, bus: ReturnType<typeof createEventBus>) {
  const { functions, logs } = platform;
  // Written lazily: each batch sets a checkpoint, and losing one in a crash only repeats records.
  const checkpoints = platform.state<string>("checkpoints", { lazily: true });
  const consumers = await Promise.all(
    system.streamMappings.map((mapping) =>
      startStreamConsumer(platform.services.dynamoDbUrl, mapping, checkpoints, {
        functions,
        lastWriteAt: platform.services.dynamoDbProxy.lastWriteAt,
        keep: createUploader(platform.services.s3.url),
        log: (text) => logs.add(mapping.functionName, text),
      }),
    ),
  );
  const schedules = startSchedules(system.rules, bus.runSchedule, platform.state<number>("schedules"));
  platform.queue.start();
  return async () => {
    schedules.stop();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    checkpoints.close();
  };
}

/** The stack as CloudFormation describes it to operators' commands. */
const describe = ({ stackName, template }: Assembly, { resolve }: Resolver): DescribedStack => ({
  stackName,
  outputs: Object.fromEntries(
    Object.entries(template.Outputs ?? {}).map(([name, { Value }]) => [name, String(resolve(Value))]),
  ),
  resources: Object.entries(template.Resources).map(([logicalId, { Type: type }]) => ({
    logicalId,
    type,
    physicalId: String(resolve({ Ref: logicalId })),
  })),
});

interface StackOptions {
  readonly searchUrl?: string;
  readonly beforeSite?: Origins["beforeSite"];
}

/** Deploys a synthesized stack to the platform; resolves once it serves requests. */
export async function deployStack(
  platform: Platform,
  cdkOut: string,
  { beforeSite, searchUrl }: StackOptions,
  report: (line: string) => void,
) {
  const { services, logs, gateway } = platform;
  const assembly = readAssembly(cdkOut);
  const issuers = new Map<string, string>();
  const resolver = createResolver(assembly, {
    site: `localhost:${gateway.port}`,
    s3: getHost(services.s3.url),
    connections: getHost(platform.endpoints.lambda),
    search: searchUrl,
    providerUrl: (poolId) => issuers.get(poolId) ?? "",
  });
  requireCollections(resolver, searchUrl);
  ensureIdentities(services.mail, resolver);
  for (const pool of readPools(resolver)) {
    issuers.set(pool.poolId, (await services.cognito.ensurePool(pool)).providerUrl);
  }
  const system = readSystem(assembly, resolver);
  for (const line of listUnsupported(assembly.template)) report(line);

  checkFunctionPrerequisites(system);
  const functions = createFunctions(system.functions, { endpoints: platform.endpoints }, logs);
  const bus = createEventBus(system.rules, {
    queue: platform.queue,
    functions,
    deadLetters: platform.deadLetters,
    allowsService: platform.access.allowsService,
  });
  const apis = new Map(system.apis.map((api) => [api.id, createHttpApi(api, functions, logs.metrics)]));
  const { readObject } = services.s3;
  const site = createDistribution(
    system,
    {
      readObject,
      allowsService: platform.access.allowsService,
      apis,
      sockets: system.socketApis,
      beforeSite,
      resolveDynamic: services.secrets.resolve,
    },
    logs,
  );
  const described = describe(assembly, resolver);
  const developerPages = createDeveloperPages({
    ...platform,
    system,
    functions,
    apiReference: described.outputs.ApiReference,
    answerSite: site.answer,
  });
  await provision(platform, system);
  configureStripe(services, assembly, resolver);
  await configureCredentials(services, assembly, resolver);
  verifySenderAddress(services.mail, assembly, resolver);

  platform.access.setStack({ functions: system.functions, ...system.access });
  platform.use({ functions, system, bus, edge: site, described });
  const stopBackground = await startBackground(platform, system, bus);
  gateway.serve(
    async (request) => (await developerPages(request)) ?? site.answer(request),
    (error) => logs.add("laptop", error instanceof Error ? (error.stack ?? error.message) : String(error)),
    async (request, upgrade) => {
      const located = site.locateSocket(request);
      if (located) return platform.sockets.open(located.api, located.request, upgrade);
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
