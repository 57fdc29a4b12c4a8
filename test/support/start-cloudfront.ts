import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ORIGIN_HEADER } from "#shared/origin-secret.ts";
import { atFileEnd } from "./file-end.ts";

/** Polls of a changed distribution's status that return `InProgress`. */
const POLLS_IN_PROGRESS = 2;

const header = (value: string) =>
  `<OriginCustomHeader><HeaderName>${ORIGIN_HEADER}</HeaderName><HeaderValue>${value}</HeaderValue></OriginCustomHeader>`;

const buildConfig = (value: string) => `<DistributionConfig xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">
  <CallerReference>r</CallerReference><Comment></Comment><Enabled>true</Enabled><Origins><Quantity>1</Quantity><Items>
  <Origin><Id>api</Id><DomainName>api.invalid</DomainName><CustomHeaders><Quantity>1</Quantity><Items>${header(value)}</Items></CustomHeaders></Origin>
  </Items></Origins></DistributionConfig>`;

/**
 * CloudFront with one distribution whose origin gets the secret header. A change is deployed after some polls of the status;
 * until then the last edges send the previous value:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HowToUpdateDistribution.html
 */
export async function startCloudFront() {
  const values = { submitted: "", sent: "" };
  let polls = 0;
  let onCall = () => {};
  const server = createServer(async (request, response) => {
    onCall();
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const answer = (xml: string) => response.writeHead(200, { "content-type": "text/xml", etag: "E1" }).end(xml);
    if (request.method === "PUT") {
      values.submitted = /<HeaderValue>(.*?)<\/HeaderValue>/.exec(body)?.[1] ?? "";
      polls = POLLS_IN_PROGRESS;
    } else if (request.url?.split("?")[0]?.endsWith("/config")) {
      return answer(buildConfig(values.submitted));
    } else if (polls > 0) {
      polls -= 1;
      if (polls === 0) values.sent = values.submitted;
    }
    const status = values.sent === values.submitted ? "Deployed" : "InProgress";
    return answer(`<Distribution><Id>D1</Id><Status>${status}</Status></Distribution>`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atFileEnd(() => new Promise<void>((closed) => server.close(() => closed())));
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Sets a distribution that is changing from one value to another, or a deployed one if both are equal. */
    change(from: string, to: string) {
      Object.assign(values, { submitted: to, sent: from });
      polls = from === to ? 0 : POLLS_IN_PROGRESS;
    },
    /** Value that the last edge sends. */
    sent: () => values.sent,
    onCall(listener: () => void) {
      onCall = listener;
    },
  };
}
