import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "./file-end.ts";

/** ARN of the test commands' caller identity. */
export const OPERATOR = "arn:aws:sts::000000000000:assumed-role/operator/ada";

/** Starts STS, which identifies the caller, for commands on a deployed stage. */
export async function startSts() {
  const answer = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
    <Arn>${OPERATOR}</Arn><UserId>AROAEXAMPLE:ada</UserId><Account>000000000000</Account>
  </GetCallerIdentityResult></GetCallerIdentityResponse>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/xml" }).end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atFileEnd(() => new Promise<void>((closed) => server.close(() => closed())));
  process.env.AWS_ENDPOINT_URL_STS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
