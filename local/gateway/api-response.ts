import * as z from "zod/mini";
import { type EdgeResponse, message } from "./message.ts";

const Header = z.union([z.string(), z.number(), z.boolean()]);
const StructuredResult = z.object({
  statusCode: z.union([z.int(), z.string().check(z.regex(/^[1-5]\d\d$/))]),
  headers: z.optional(z.nullable(z.record(z.string(), Header))),
  multiValueHeaders: z.optional(z.nullable(z.record(z.string(), z.array(Header)))),
  cookies: z.optional(z.nullable(z.array(z.string()))),
  body: z.optional(z.nullable(z.string())),
  isBase64Encoded: z.optional(z.nullable(z.boolean())),
});

/**
 * Converts a function's result in payload format 2.0: a result without `statusCode` is a 200 with JSON, an invalid one a 500.
 */
export function apiResponse(payload: string): EdgeResponse {
  const answer: unknown = JSON.parse(payload);
  if (typeof answer !== "object" || answer === null || !("statusCode" in answer)) {
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      cookies: [],
      body: Buffer.from(typeof answer === "string" ? answer : payload),
    };
  }
  const parsed = z.safeParse(StructuredResult, answer);
  if (!parsed.success) return message(500, "Internal Server Error");
  const { statusCode, headers, multiValueHeaders, cookies, body, isBase64Encoded } = parsed.data;
  const joined = Object.entries(multiValueHeaders ?? {}).map(([name, values]) => [name, values.join(",")] as const);
  const lowered = [...joined, ...Object.entries(headers ?? {})].map(
    ([name, value]) => [name.toLowerCase(), String(value)] as const,
  );
  const { "set-cookie": cookie, ...rest } = Object.fromEntries(lowered);
  return {
    status: Number(statusCode),
    headers: body ? { "content-type": "text/plain;charset=UTF-8", ...rest } : rest,
    cookies: [...(cookies ?? []), ...(cookie ? [cookie] : [])],
    body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8"),
  };
}
