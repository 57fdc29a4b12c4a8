import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { ThreadId } from "#shared/model/ids.ts";
import type { ServerMessage } from "#shared/model/socket.ts";
import { countUnread, showNotifications } from "../../areas/notifications/find-notifications.ts";
import { NotificationEntity } from "../../areas/notifications/notification.entity.ts";
import { OfferEntity } from "../../areas/purchases/offers/offer.entity.ts";
import { readSessionStates } from "../../areas/users/check-session.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { type OpenedServices, openServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { deleteConnection, listConnections } from "../sockets/connections.ts";
import { openSockets } from "../sockets/open-sockets.ts";
import { findNewMessage } from "./announce-messages.ts";
import { consume, parseImage } from "./consume.ts";
import { isolateFailing, type ProcessBatch } from "./run-processors.ts";

const serviceFactories = { table: openTable, sockets: openSockets };

export type PushServices = OpenedServices<typeof serviceFactories> & BaseServices;

let push: ProcessBatch | undefined;

/** Pushes a new notification or message to its recipient's open connections; others fetch it later. */
export async function handler(event: DynamoDBStreamEvent) {
  if (!push) {
    const services = openServices("push-notifications", serviceFactories, process.env);
    push = isolateFailing((batch) => pushNotifications(batch, services));
  }
  return push(event);
}

/** At least once: a retried batch pushes some notifications again, with the same ids. */
export function pushNotifications(event: DynamoDBStreamEvent, services: PushServices) {
  const { table, sockets, now } = services;
  // Clients that connect after this batch fetch its contents, so one read of a user's connections is enough.
  const connections = memoize(async (userId) => new Map(await mapTokens(table, userId)));
  const unread = memoize((userId) => countUnread(table, userId));

  async function push(userId: string, connectionId: string, message: ServerMessage) {
    const open = await connections(userId);
    const isGood = (open.get(connectionId) ?? 0) * 1000 > now().getTime();
    const delivery = await sockets.post(connectionId, isGood ? message : { event: "expiredToken" });
    if (delivery === "gone" || !isGood) open.delete(connectionId);
    if (delivery === "gone") await deleteConnection(table, connectionId, userId);
  }

  async function pushToAll(
    userId: string,
    message: () => ServerMessage | undefined | Promise<ServerMessage | undefined>,
  ) {
    const open = await connections(userId);
    if (open.size === 0) return;
    const pushed = await message();
    if (!pushed) return;
    const deliveries = [...open.keys()].map((id) => push(userId, id, pushed));
    const failed = (await Promise.allSettled(deliveries)).find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }

  return consume(event, services, async (record) => {
    const message = findNewMessage(record);
    if (message) {
      const data = { threadId: ThreadId.parse(message.threadId) };
      return pushToAll(message.recipientId, () => ({ event: "sendMessage", data }));
    }
    const offer = findChangedOffer(record);
    if (offer) {
      const changed: ServerMessage = { event: "sendMessage", data: { threadId: ThreadId.parse(offer.threadId) } };
      await pushToAll(offer.buyerId, () => changed);
      return pushToAll(offer.artistId, () => changed);
    }
    const item = findNewNotification(record);
    if (!item) return;
    await pushToAll(item.userId, async () => {
      const [[notification], count] = await Promise.all([
        showNotifications(table, item.userId, [item]),
        unread(item.userId),
      ]);
      return notification && { event: "sendNotification", data: { notification, count } };
    });
  });
}

/** Expiry of each connection's token, in epoch seconds: 0 once its session has ended. */
async function mapTokens(table: PushServices["table"], userId: string) {
  const links = (await listConnections(table, userId)).map(({ sessionId = "", started = 0, ...link }) => ({
    ...link,
    session: { sessionId, started },
  }));
  if (links.length === 0) return [];
  const { getState } = await readSessionStates(
    table,
    userId,
    links.map(({ session }) => session),
  );
  return links.map(
    ({ connectionId, tokenUntil, session }) => [connectionId, getState(session) === "active" ? tokenUntil : 0] as const,
  );
}

/** An offer that was withdrawn or bought, or whose payment began or ended: both sides see it at once. */
const findChangedOffer = (record: DynamoDBRecord) =>
  record.eventName === "MODIFY" ? parseImage(record, "NewImage", OfferEntity) : undefined;

function findNewNotification(record: DynamoDBRecord) {
  return record.eventName === "INSERT" ? parseImage(record, "NewImage", NotificationEntity) : undefined;
}

/** Caches the result per key for the lifetime of the returned function. */
function memoize<T>(read: (key: string) => Promise<T>) {
  const cache = new Map<string, Promise<T>>();
  return (key: string) => {
    const found = cache.get(key) ?? read(key);
    cache.set(key, found);
    return found;
  };
}
