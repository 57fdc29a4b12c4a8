import { connect } from "node:net";
import { expect, test } from "vitest";
import { takeAttempts } from "./no-network.ts";

const ADDRESS = "http://localhost:3000/";

test.each([
  ["fetch", () => fetch(ADDRESS)],
  ["WebSocket", async () => new WebSocket("ws://localhost:3000/socket")],
  ["EventSource", async () => new EventSource(ADDRESS)],
  [
    "XMLHttpRequest",
    async () => {
      const request = new XMLHttpRequest();
      request.open("GET", ADDRESS);
      request.send();
    },
  ],
  ["sendBeacon", async () => navigator.sendBeacon(ADDRESS)],
  ["a connection to", async () => connect(3000)],
])("%s is refused in a component test and recorded", async (what, attempt) => {
  const refusal = expect.stringContaining(`A component test reached for the network: ${what}`);
  await expect(attempt()).rejects.toMatchObject({ message: refusal });
  // Taken, so that this very test passes; left, they fail it.
  expect(takeAttempts()).toEqual([refusal]);
});
