import { type Cloud, startCloud } from "ochre-local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "./support/synthesize-stack.ts";

let cloud: Cloud;
beforeAll(async () => {
  const { app } = await createApp("local", {}, { onLaptop: true });
  cloud = await startCloud({ cdkOut: app.synth().directory });
});
afterAll(() => cloud?.stop());

test.each(["/api/nonsense", "/api/artwork/1/2/3/4", "/auth/nonsense"])(
  "%s reaches the fallback function",
  async (path) => {
    const response = await fetch(`${cloud.origin}${path}`);
    expect([response.status, await response.text()]).toEqual([200, "fallback"]);
  },
);
