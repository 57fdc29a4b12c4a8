interface Waiting<I, O> {
  readonly input: I;
  readonly resolve: (output: O) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Hands what is asked for within one turn of the event loop to `send`, so many at once at most, and each its part of the
 * answer, which is in the same order. A failure is that of each of them.
 */
export function gather<I, O>(most: number, send: (inputs: readonly I[]) => Promise<readonly O[]>) {
  let waiting: Waiting<I, O>[] = [];

  async function sendTogether(batch: readonly Waiting<I, O>[]) {
    try {
      const outputs = await send(batch.map(({ input }) => input));
      for (const [at, { resolve }] of batch.entries()) resolve(outputs[at] as O);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function sendAll() {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += most) void sendTogether(all.slice(at, at + most));
  }

  return (input: I) =>
    new Promise<O>((resolve, reject) => {
      if (waiting.push({ input, resolve, reject }) === 1) setImmediate(sendAll);
    });
}
