import { join } from "node:path";
import type { Functions } from "#local/functions/functions.ts";
import { startInvokeEndpoint } from "#local/functions/invoke-endpoint.ts";
import { openLogs } from "#local/functions/logs.ts";
import { createInvalidationEndpoint, type Invalidated } from "#local/gateway/invalidation-endpoint.ts";
import { openGateway } from "#local/gateway/server.ts";
import { createConnectionsEndpoint } from "#local/sockets/connections-endpoint.ts";
import { createSockets } from "#local/sockets/sockets.ts";
import { openStateFile } from "#local/state.ts";
import { openAsyncQueue } from "#local/streams/async-queue.ts";
import { openDeadLetters } from "#local/streams/dead-letters.ts";
import { type EventBus, objectCreatedEvent } from "#local/streams/event-bus.ts";
import { createQueueEndpoint } from "#local/streams/queue-endpoint.ts";
import { poolArn } from "#local/template/names.ts";
import type { System } from "#local/template/system.ts";
import { openHome } from "./home.ts";
import { portsBeside } from "./ports-beside.ts";
import { endpointsOf, startServices, withPort } from "./services.ts";

/** The parts that come from a template; another synthesis puts new ones in their place. */
export interface Attached {
  functions: Functions;
  system: System;
  bus: EventBus;
  edge: Invalidated;
}

export interface BaseOptions {
  home?: string;
  port: number;
  fresh: boolean;
}

export type OnStop = (end: () => unknown) => void;

/** Everything that stays while templates come and go: state, logs, the site's port and the stand-ins. */
export async function startBase({ home: path, port, fresh }: BaseOptions, onStop: OnStop) {
  const gateway = await withPort("the site", port, () => openGateway(port));
  onStop(gateway.stop);
  const home = openHome(path, fresh);
  onStop(home.release);
  const logs = openLogs(join(home.path, "logs"));
  onStop(logs.close);
  const deadLetters = openDeadLetters(join(home.path, "dead-letters"));

  let attached: Attached | undefined;
  const current = (): Attached => {
    if (!attached) throw new Error("The laptop cloud is still starting");
    return attached;
  };
  const functions: Pick<Functions, "invoke" | "invokeFor" | "has" | "specOf"> = {
    invoke: (name, event, requestId) => current().functions.invoke(name, event, requestId),
    invokeFor: (caller, name, event, requestId) => current().functions.invokeFor(caller, name, event, requestId),
    has: (name) => current().functions.has(name),
    specOf: (name) => current().functions.specOf(name),
  };
  const queue = openAsyncQueue(join(home.path, "events"), functions, deadLetters, logs);

  const services = await startServices(home.path, port, {
    onStop,
    async invokeTrigger(functionArn, event) {
      const { userPoolId } = event as { userPoolId: string };
      const caller = { principal: "cognito-idp.amazonaws.com", sourceArn: poolArn(userPoolId) };
      const result = await functions.invokeFor(caller, functionArn, event);
      if ("error" in result) throw new Error(result.error.errorMessage);
      return JSON.parse(result.payload);
    },
    onObjectCreated(event) {
      try {
        const { system, bus } = current();
        const bucket = system.buckets.find(({ name }) => name === event.bucket);
        if (bucket?.sendsEvents) bus.put(objectCreatedEvent(event));
      } catch (error) {
        logs.add("laptop", `The event of ${event.bucket}/${event.key} is lost: ${error}`);
      }
    },
  });
  const sockets = createSockets({
    functions,
    apiOf: (apiId) => current().system.socketApis.find(({ id }) => id === apiId),
    log: (text) => logs.add("laptop", text),
  });
  onStop(sockets.stop);
  const others = [
    createConnectionsEndpoint(() => sockets),
    createQueueEndpoint(() => current().system.queues, queue),
    createInvalidationEndpoint(() => attached?.edge),
  ];
  const lambdaPort = portsBeside(port).lambda;
  const lambda = await withPort("calls between functions", lambdaPort, () =>
    startInvokeEndpoint(
      { functions: () => functions, later: queue.add, log: (text) => logs.add("laptop", text), others },
      lambdaPort,
    ),
  );
  onStop(lambda.stop);
  onStop(queue.stop);

  return {
    gateway,
    logs,
    services,
    deadLetters,
    queue,
    sockets,
    functions,
    home: home.path,
    endpoints: endpointsOf(services, lambda.url),
    state: <V>(name: string, options?: { lazily: boolean }) =>
      openStateFile<V>(join(home.path, `${name}.json`), options),
    attach(parts: Attached) {
      attached = parts;
    },
  };
}

export type Base = Awaited<ReturnType<typeof startBase>>;
