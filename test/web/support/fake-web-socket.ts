/** A browser's WebSocket without a network: as strict as one about when it may be written to. */
export class FakeWebSocket {
  /** Those of this test, in the order they were made. */
  static made: FakeWebSocket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  readyState = FakeWebSocket.CONNECTING;
  readonly sent: unknown[] = [];
  readonly url: string;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(url: string | URL) {
    this.url = String(url);
    FakeWebSocket.made.push(this);
  }

  /** Throws before it is open, and discards silently once it closes, as browsers do. */
  send(text: string) {
    if (this.readyState === FakeWebSocket.CONNECTING) {
      throw new DOMException("Still in CONNECTING state", "InvalidStateError");
    }
    if (this.readyState === FakeWebSocket.OPEN) this.sent.push(JSON.parse(text));
  }

  close() {
    if (this.readyState < FakeWebSocket.CLOSING) this.readyState = FakeWebSocket.CLOSING;
  }

  /** The server takes the connection. */
  opens() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }

  /** The server says something. */
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection is over. */
  ends() {
    this.readyState = FakeWebSocket.CLOSED;
    this.onclose?.();
  }
}
