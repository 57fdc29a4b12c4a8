import { S3Error } from "./errors.ts";

const LINE_LIMIT = 8 * 1024;

/** Reads lines, a number of bytes, or bytes up to a delimiter from a stream, with minimal buffering. */
export class ByteReader {
  private buffer: Buffer = Buffer.alloc(0);
  private readonly source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The bytes up to the next CRLF, which is consumed. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.buffer.indexOf("\r\n");
      if (end >= 0)
        return this.take(end + 2)
          .subarray(0, end)
          .toString();
      if (this.buffer.length > LINE_LIMIT) throw new S3Error("InvalidRequest", 400, "A line of the body is too long.");
      await this.more();
    }
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (this.buffer.length === 0) await this.more();
      const chunk = this.take(Math.min(left, this.buffer.length));
      left -= chunk.length;
      yield chunk;
    }
  }

  /** The bytes before the delimiter, which is consumed. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.buffer.indexOf(delimiter);
      if (found >= 0) {
        const last = this.take(found);
        this.take(delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The last bytes may be the beginning of the delimiter.
      const sure = this.buffer.length - delimiter.length + 1;
      if (sure > 0) yield this.take(sure);
      await this.more();
    }
  }

  private take(count: number): Buffer {
    const taken = this.buffer.subarray(0, count);
    this.buffer = this.buffer.subarray(count);
    return taken;
  }

  private async more(): Promise<void> {
    const { done, value } = await this.source.next();
    if (done) throw new S3Error("IncompleteBody", 400, "The request body terminated unexpectedly");
    this.buffer = this.buffer.length === 0 ? value : Buffer.concat([this.buffer, value]);
  }
}
