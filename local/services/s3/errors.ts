import { escapeXml } from "./xml.ts";

/** An error that S3 returns with a status and an XML body. */
export class S3Error extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const accessDenied = (message = "Access Denied") => new S3Error("AccessDenied", 403, message);
export const noSuchBucket = () => new S3Error("NoSuchBucket", 404, "The specified bucket does not exist");
export const noSuchKey = () => new S3Error("NoSuchKey", 404, "The specified key does not exist.");
export const invalidArgument = (message: string) => new S3Error("InvalidArgument", 400, message);
export const notImplemented = (message: string) => new S3Error("NotImplemented", 501, message);

export function errorBody({ code, message }: S3Error, requestId: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message><RequestId>${requestId}</RequestId></Error>`;
}
