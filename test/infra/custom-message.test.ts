import type { CustomMessageTriggerEvent } from "aws-lambda";
import { afterEach, expect, test, vi } from "vitest";
import { handler } from "#lambdas/identity/custom-message.ts";
import { stackOf } from "./support/stack-of.ts";
import { functionNamed } from "./support/template.ts";

afterEach(() => vi.unstubAllEnvs());

/** The pool is built after its trigger, so the trigger can't know the pool's tokens. */
test("the user pool's trigger writes its letter with no more than the stack can tell it", async () => {
  const { template } = await stackOf("dev");
  const { environment } = functionNamed(template, "custom-message");
  for (const [name, value] of Object.entries(environment)) {
    vi.stubEnv(name, typeof value === "string" ? value : "https://deployed.invalid");
  }
  const { response } = await handler({
    triggerSource: "CustomMessage_SignUp",
    userName: "0190a5f0-0000-7000-8000-000000000000",
    request: { codeParameter: "{####}", userAttributes: {} },
    response: {},
  } as unknown as CustomMessageTriggerEvent);
  expect(response.emailMessage).toContain("https://deployed.invalid/verify_token/");
});
