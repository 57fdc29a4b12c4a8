import { Socket } from "node:net";
import { afterEach } from "vitest";

/** The attempts of this file's tests since the last check. */
const attempts: string[] = [];

function refuse(what: string): never {
  const message = `A component test reached for the network: ${what}. Answer it with fakeNetwork or FakeWebSocket.`;
  attempts.push(message);
  throw new Error(message);
}

/** Returns the attempts so far and removes them, so that they don't fail the test. */
export const takeAttempts = () => attempts.splice(0);

class NoWebSocket {
  constructor(address: string | URL) {
    refuse(`WebSocket ${address}`);
  }
}

class NoEventSource {
  constructor(address: string | URL) {
    refuse(`EventSource ${address}`);
  }
}

Object.assign(globalThis, {
  fetch: async (input: string | URL | Request) => refuse(`fetch ${input instanceof Request ? input.url : input}`),
  WebSocket: NoWebSocket,
  EventSource: NoEventSource,
});
XMLHttpRequest.prototype.send = () => refuse("XMLHttpRequest");
navigator.sendBeacon = (address) => refuse(`sendBeacon ${address}`);
// Whatever else there is, such as what the page's own stand-in loads, ends at a socket.
Socket.prototype.connect = (...target: unknown[]) => refuse(`a connection to ${JSON.stringify(target[0])}`);

afterEach(() => {
  const [first] = takeAttempts();
  if (first) throw new Error(first);
});
