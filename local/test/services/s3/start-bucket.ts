import { S3Client } from "@aws-sdk/client-s3";
import { onTestFinished } from "vitest";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import type { CorsRule } from "#local/services/s3/buckets.ts";
import { type ObjectCreated, startS3 } from "#local/services/s3/s3.ts";

export const Bucket = "originals";

type Credentials = { accessKeyId: string; secretAccessKey: string };

/** A running stand-in with one bucket, SDK clients for it, the events it sent and a clock that a test can move. */
export async function startBucket({ dir, cors }: { dir?: string; cors?: CorsRule[] } = {}) {
  const events: ObjectCreated[] = [];
  let offset = 0;
  const s3 = await startS3({
    dir,
    onObjectCreated: (event) => events.push(event),
    now: () => new Date(Date.now() + offset),
  });
  let running = true;
  const stop = async () => {
    if (running) await s3.stop();
    running = false;
  };
  onTestFinished(stop);
  await s3.ensureBucket({ name: Bucket, cors });
  const clientWith = (credentials: Credentials) => {
    const client = new S3Client({ endpoint: s3.url, region: "eu-central-1", credentials, maxAttempts: 1 });
    onTestFinished(() => client.destroy());
    return client;
  };
  return {
    s3,
    events,
    stop,
    clientWith,
    client: clientWith(LOCAL_CREDENTIALS),
    pass: (milliseconds: number) => {
      offset += milliseconds;
    },
  };
}

/** The error code in an XML answer, with its status. */
export async function readRefusal(response: Response): Promise<[number, string | undefined]> {
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
}
