import * as messages from "#shared/contract/messages.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { blockPersonHandler, listBlockedHandler, unblockPersonHandler } from "./blocks.ts";
import { startThreadHandler, writeMessageHandler } from "./messages.ts";
import { makeOfferHandler, readOfferHandler, requestArtworkOfferHandler, requestOfferHandler } from "./offers.ts";
import { serviceFactories } from "./services.ts";
import { listThreadsHandler, markThreadReadHandler, readThreadHandler, readUnreadThreadsHandler } from "./threads.ts";

export const handlers = {
  listThreads: listThreadsHandler,
  readUnreadThreads: readUnreadThreadsHandler,
  readThread: readThreadHandler,
  startThread: startThreadHandler,
  writeMessage: writeMessageHandler,
  requestOffer: requestOfferHandler,
  requestArtworkOffer: requestArtworkOfferHandler,
  makeOffer: makeOfferHandler,
  readOffer: readOfferHandler,
  markThreadRead: markThreadReadHandler,
  listBlocked: listBlockedHandler,
  blockPerson: blockPersonHandler,
  unblockPerson: unblockPersonHandler,
};

export const handler = serve(messages, handlers, () => openServices("messages", serviceFactories, process.env));
