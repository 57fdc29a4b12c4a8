import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { Media } from "./find-media.ts";

/** Makes the watermarked previews of a verified upload, once. */
export interface Marking {
  mark(media: Media): Promise<void>;
}

export function openMarking({ MEDIA_FUNCTION_NAME }: { readonly MEDIA_FUNCTION_NAME: string }): Marking {
  const client = new LambdaClient({});
  return {
    async mark({ mediaId, markedAt }) {
      if (markedAt) return;
      const Payload = JSON.stringify({ mark: mediaId });
      const { FunctionError } = await client.send(new InvokeCommand({ FunctionName: MEDIA_FUNCTION_NAME, Payload }));
      if (FunctionError) throw new Error(`The media function could not watermark ${mediaId}`);
    },
  };
}
