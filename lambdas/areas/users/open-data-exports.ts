import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

/** A request for a data export. */
export const ExportRequest = z.object({ userId: z.string(), exportId: z.string() });
export type ExportRequest = z.output<typeof ExportRequest>;

/** Queue of requested data exports. */
export interface DataExports {
  add(request: ExportRequest): Promise<void>;
}

export function openDataExports({ DATA_EXPORTS_URL }: { readonly DATA_EXPORTS_URL: string }): DataExports {
  const client = new SQSClient({});
  return {
    async add(request) {
      await client.send(new SendMessageCommand({ QueueUrl: DATA_EXPORTS_URL, MessageBody: JSON.stringify(request) }));
    },
  };
}
