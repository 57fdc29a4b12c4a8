import { describe, expect, test } from "vitest";
import { buildFailureBody, FAILURES } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";

describe("messages", () => {
  test("no message occurs twice", () => {
    const sentences = Object.values(MESSAGES);
    expect(sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)).toEqual([]);
  });
});

describe("failures", () => {
  const KNOWN = [400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 503];

  test.each(Object.entries(FAILURES))("%s answers with a status and a text of the catalogue", (_code, failure) => {
    expect(KNOWN).toContain(failure.status);
    expect(Object.values(MESSAGES)).toContain(failure.message);
  });

  test("only these failures have a 5xx status, which an alarm counts", () => {
    const faults = Object.entries(FAILURES).filter(([, { status }]) => status >= 500);
    expect(faults.map(([code]) => code)).toEqual([
      "search_waking",
      "tax_unavailable",
      "payouts_unavailable",
      "mail_unavailable",
      "internal",
    ]);
  });

  test("a refused session has the message Forbidden, which makes the site ask for a login", () => {
    expect(buildFailureBody("forbidden")).toMatchObject({ message: "Forbidden", code: "forbidden" });
  });

  test("an internal error reveals no details", () => {
    expect(buildFailureBody("internal")).toEqual({ message: "An error occurred", code: "internal", expose: false });
  });

  test("a failure of a field names that field", () => {
    expect(buildFailureBody("username_taken").fields).toEqual({ userUsername: MESSAGES.usernameTaken });
  });

  test("the invalid fields of a call are returned", () => {
    const fields = { userEmail: "Invalid email" };
    expect(buildFailureBody("invalid_request", fields)).toMatchObject({ code: "invalid_request", fields });
  });
});
