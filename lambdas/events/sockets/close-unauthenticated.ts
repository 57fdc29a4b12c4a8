import type { SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { type OpenedServices, openServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { deleteUnauthenticated } from "./connections.ts";
import { openSockets } from "./open-sockets.ts";

const serviceFactories = { table: openTable, sockets: openSockets };

export type DeadlineServices = OpenedServices<typeof serviceFactories> & BaseServices;

const Deadline = z.object({ connectionId: z.string() });

let services: DeadlineServices | undefined;

/** Closes connections that didn't authenticate in time. */
export async function handler(event: SQSEvent) {
  services ??= openServices("close-unauthenticated", serviceFactories, process.env);
  return closeUnauthenticated(event, services);
}

/** Deletes the item before closing the connection, so that it can't authenticate in between; safe to repeat. */
export const closeUnauthenticated = (event: SQSEvent, opened: DeadlineServices) =>
  consumeMessages(event, opened, Deadline, async ({ connectionId }) => {
    const { table, sockets } = opened;
    if (await deleteUnauthenticated(table, connectionId)) await sockets.close(connectionId);
  });
