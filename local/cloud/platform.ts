import { join } from "node:path";
import { createAccess } from "#local/access/access.ts";
import { servicePorts } from "#local/endpoints.ts";
import type { Functions } from "#local/functions/functions.ts";
import { startInvokeEndpoint } from "#local/functions/invoke-endpoint.ts";
import { openLogs } from "#local/functions/logs.ts";
import { createInvalidationEndpoint, type InvalidationTarget } from "#local/gateway/invalidation-endpoint.ts";
import { openGateway } from "#local/gateway/server.ts";
import { createConnectionsEndpoint } from "#local/sockets/connections-endpoint.ts";
import { createSockets } from "#local/sockets/sockets.ts";
import { openStateFile } from "#local/state-file.ts";
import { openAsyncQueue } from "#local/streams/async-queue.ts";
import { createDeadLetterEndpoint } from "#local/streams/dead-letter-endpoint.ts";
import { openDeadLetters } from "#local/streams/dead-letters.ts";
import { type EventBus, objectCreatedEvent } from "#local/streams/event-bus.ts";
import { createQueueEndpoint } from "#local/streams/queue-endpoint.ts";
import { poolArn } from "#local/template/names.ts";
import type { System } from "#local/template/system.ts";
import { getEndpoints, startServices, withPort } from "./services.ts";
import { createStackEndpoint, type DescribedStack } from "./stack-endpoint.ts";
import { openStateFolder } from "./state-folder.ts";

/** The parts that come from the template and are replaced on reload. */
export interface DeployedStack {
  functions: Functions;
  system: System;
  bus: EventBus;
  edge: InvalidationTarget;
  described: DescribedStack;
}

export interface PlatformOptions {
  home?: string;
  port: number;
  fresh: boolean;
  dataFormat?: string | undefined;
  /** Called with one line per step. */
  onProgress(line: string): void;
  /** Called when it can't continue. */
  onFailure(error: Error): void;
}

/** A line that the developer's pages show. */
export interface Notice {
  readonly text: string;
  /** True for an operation in progress, which ends by itself. */
  readonly isInProgress: boolean;
}

/** A one-time code that the developer's pages show. */
export interface OneTimeCode {
  /** Name of the account. */
  readonly name: string;
  readonly code: string;
}

export type OnStop = (callback: () => unknown) => void;

/** Starts everything that outlives a reload of the stack: state, logs, the site's port and the stand-ins. */
export async function startPlatform(options: PlatformOptions, onStop: OnStop) {
  const { home: path, port, fresh, dataFormat, onProgress, onFailure } = options;
  const gateway = await withPort("the site", port, () => openGateway(port));
  onStop(gateway.stop);
  const folder = openStateFolder(path, { fresh, dataFormat });
  onStop(folder.release);
  if (folder.movedTo)
    onProgress(
      `The data's format has changed. This start begins from an empty state; the former one is in ${folder.movedTo}`,
    );
  const logs = openLogs(join(folder.path, "logs"));
  onStop(logs.close);
  const deadLetters = openDeadLetters(join(folder.path, "dead-letters"));

  let deployed: DeployedStack | undefined;
  const current = (): DeployedStack => {
    if (!deployed) throw new Error("The laptop cloud is still starting");
    return deployed;
  };
  const functions: Pick<Functions, "invoke" | "invokeFor" | "has" | "findSpec"> = {
    invoke: (name, event, options) => current().functions.invoke(name, event, options),
    invokeFor: (caller, name, event, options) => current().functions.invokeFor(caller, name, event, options),
    has: (name) => current().functions.has(name),
    findSpec: (name) => current().functions.findSpec(name),
  };
  const queue = openAsyncQueue(join(folder.path, "events"), functions, deadLetters, logs);

  const access = createAccess(logs.add);
  const services = await startServices(folder.path, port, {
    onStop,
    access,
    onFailure,
    log: (text) => logs.add("laptop", text),
    async invokeTrigger(functionArn, event) {
      const { userPoolId } = event as { userPoolId: string };
      const caller = { principal: "cognito-idp.amazonaws.com", sourceArn: poolArn(userPoolId) };
      const result = await functions.invokeFor(caller, functionArn, event);
      if ("error" in result) throw new Error(result.error.errorMessage);
      return JSON.parse(result.payload);
    },
    onObjectCreated(event) {
      try {
        current().bus.put(objectCreatedEvent(event));
      } catch (error) {
        logs.add("laptop", `Lost the event of object ${event.bucket}/${event.key}: ${error}`);
      }
    },
  });
  const sockets = createSockets({
    functions,
    findApi: (apiId) => current().system.socketApis.find(({ id }) => id === apiId),
    log: (text) => logs.add("laptop", text),
  });
  onStop(sockets.stop);
  const otherServices = [
    createConnectionsEndpoint(() => sockets, access),
    createQueueEndpoint(() => current().system.queues, queue, access),
    createDeadLetterEndpoint({ queues: () => current().system.queues, deadLetters, access }),
    createInvalidationEndpoint(() => deployed?.edge, access),
    createStackEndpoint(() => deployed?.described, access),
  ];
  const lambdaPort = servicePorts(port).lambda;
  const lambda = await withPort("calls between functions", lambdaPort, () =>
    startInvokeEndpoint(
      {
        functions: () => functions,
        enqueue: queue.add,
        log: (text) => logs.add("laptop", text),
        access,
        otherServices,
      },
      lambdaPort,
    ),
  );
  onStop(lambda.stop);
  onStop(queue.stop);

  return {
    gateway,
    access,
    logs,
    services,
    deadLetters,
    queue,
    sockets,
    functions,
    home: folder.path,
    endpoints: getEndpoints(services, lambda.url),
    notice: {} as { current?: Notice | undefined },
    codes: { list: (): readonly OneTimeCode[] => [] },
    state: <V>(name: string, options?: { lazily: boolean }) =>
      openStateFile<V>(join(folder.path, `${name}.json`), options),
    use(stack: DeployedStack) {
      deployed = stack;
    },
  };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;
