import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { Watermark } from "#shared/rules/watermarks.ts";
import type { PreviewRequest, ShownPreviews } from "../../events/uploads/make-previews.ts";

/** Has the media function make previews of a verified upload, or withdraw the plain ones. */
export interface Watermarking {
  /** Makes the previews that artwork is to show and returns once they are there. */
  make(mediaId: string, previews: ShownPreviews): Promise<void>;
  /** Has the plain previews replaced by marked ones wherever they are shown; returns once that is asked for. */
  requestWithdrawal(mediaId: string, mark: Watermark): Promise<void>;
  /** Has the previews for holders of a licence made; returns once that is asked for. */
  requestLicensed(mediaId: string): Promise<void>;
}

export function openWatermarking({ MEDIA_FUNCTION_NAME }: { readonly MEDIA_FUNCTION_NAME: string }): Watermarking {
  const client = new LambdaClient({});
  const invoke = (request: PreviewRequest, InvocationType: "RequestResponse" | "Event") =>
    client.send(
      new InvokeCommand({ FunctionName: MEDIA_FUNCTION_NAME, InvocationType, Payload: JSON.stringify(request) }),
    );
  return {
    async make(mediaId, make) {
      const { FunctionError } = await invoke({ mediaId, make }, "RequestResponse");
      if (FunctionError) throw new Error(`The media function could not make the ${make} previews of ${mediaId}`);
    },
    async requestWithdrawal(mediaId, make) {
      await invoke({ mediaId, make, isWithdrawal: true }, "Event");
    },
    async requestLicensed(mediaId) {
      await invoke({ mediaId, make: "licensed" }, "Event");
    },
  };
}
