/** A WebSocket without a network, as strict as a browser's about writes before it is open. */
export class FakeWebSocket {
  /** This test's sockets, in the order of their creation. */
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

  /** The server accepts the connection. */
  opens() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }

  /** The server sends a message. */
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection closes. */
  ends() {
    this.readyState = FakeWebSocket.CLOSED;
    this.onclose?.();
  }
}
