import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { REGION } from "#local/template/names.ts";

const API = { tables: "DynamoDB_20120810", streams: "DynamoDBStreams_20120810" } as const;

/** DynamoDB's error response; `name` is the exception, such as `ResourceNotFoundException`. */
export class DynamoDbError extends Error {
  constructor(type: string, text: string) {
    super(text);
    this.name = type.split("#").at(-1) ?? type;
  }
}

/** DynamoDB Local requires a signature but doesn't verify it; without `-sharedDb` the access key selects the database. */
const authorization = (key = process.env.AWS_ACCESS_KEY_ID || LOCAL_CREDENTIALS.accessKeyId) =>
  `AWS4-HMAC-SHA256 Credential=${key}/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=unchecked`;

/** Calls one operation of DynamoDB (`tables`) or DynamoDB Streams without loading the SDK, which would slow the start. */
export async function callDynamoDb<T>(
  url: string,
  api: keyof typeof API,
  operation: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `${API[api]}.${operation}`,
      authorization: authorization(),
    },
    body: JSON.stringify(input),
    signal: signal ?? AbortSignal.timeout(20_000),
  });
  const answer = (await response.json()) as T & { __type?: string; message?: string; Message?: string };
  if (!response.ok) throw new DynamoDbError(answer.__type ?? "Unknown", answer.message ?? answer.Message ?? "");
  return answer;
}
