import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Client, errors } from "@opensearch-project/opensearch";
import { AwsSigv4Signer } from "@opensearch-project/opensearch/aws-v3";
import { SearchAway } from "../engine.ts";

/** A field of an index or a clause of a query, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

export interface Request {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  readonly path: string;
  readonly querystring?: Record<string, unknown>;
  readonly body?: Json;
  /** Lines of JSON in place of a body. */
  readonly bulkBody?: readonly Json[];
}

interface Call extends Request {
  /** Milliseconds. */
  readonly timeout: number;
}

export interface Reply<T> {
  readonly status: number;
  readonly body: T;
}

/** The credentials of the SDK's clients. */
export type GetCredentials = DynamoDBClient["config"]["credentials"];

/** Statuses of a collection that is asleep, scales or is overloaded. */
export const TRANSIENT = [429, 500, 502, 503, 504];

export interface SearchClient {
  /** Names of indices begin so. */
  readonly prefix: string;
  /** Throws `SearchAway`, or an error for other statuses than 2xx, 404 and those in `expected`. */
  call<T>(call: Call, expected?: readonly number[]): Promise<Reply<T>>;
}

/** Calls a collection of OpenSearch Serverless, signed, or an unsigned node by HTTP. A path of the endpoint is a prefix of names. */
export function openClient(endpoint: string, getCredentials?: GetCredentials): SearchClient {
  const { origin, protocol, pathname } = new URL(endpoint);
  const signer =
    protocol === "https:" && getCredentials
      ? AwsSigv4Signer({ region: process.env.AWS_REGION ?? "", service: "aoss", getCredentials })
      : {};
  const { transport } = new Client({ node: origin, ...signer, maxRetries: 0 });
  return {
    prefix: pathname.slice(1),
    async call<T>({ timeout, ...request }: Call, expected: readonly number[] = []) {
      const bulk = request.bulkBody?.map((line) => JSON.stringify(line)).join("\n");
      const sent = { ...request, ...(bulk ? { bulkBody: `${bulk}\n` } : {}) };
      const ignore = [404, ...expected];
      try {
        const send = () => transport.request(sent as never, { requestTimeout: timeout, ignore });
        // A frozen process may find its kept connection closed.
        const { statusCode, body } = await send().catch((error) => {
          if (error instanceof errors.ConnectionError) return send();
          throw error;
        });
        return { status: statusCode ?? 0, body: body as T };
      } catch (error) {
        const isAway = error instanceof errors.ResponseError && TRANSIENT.includes(error.statusCode ?? 0);
        const isUnanswered = error instanceof errors.ConnectionError || error instanceof errors.TimeoutError;
        if (isAway || isUnanswered || error instanceof errors.NoLivingConnectionsError) {
          throw new SearchAway(`OpenSearch didn't answer: ${error.message}`);
        }
        throw error;
      }
    },
  };
}
