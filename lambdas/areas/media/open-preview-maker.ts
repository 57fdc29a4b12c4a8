import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { Watermark } from "#shared/rules/watermarks.ts";
import type { PreviewRequest, ShownPreviews } from "../../events/uploads/make-previews.ts";

/** Has the media function make previews of a verified upload, or withdraw the plain ones. */
export interface PreviewMaker {
  /** Makes the previews that artwork shows; returns once they exist. */
  make(mediaId: string, previews: ShownPreviews): Promise<void>;
  /** Has the plain previews replaced by watermarked ones; returns once that is queued. */
  requestWithdrawal(mediaId: string, mark: Watermark): Promise<void>;
  /** Has the licence holders' previews made; returns once that is queued. */
  requestLicensed(mediaId: string): Promise<void>;
}

export function openPreviewMaker({ MEDIA_FUNCTION_NAME }: { readonly MEDIA_FUNCTION_NAME: string }): PreviewMaker {
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
