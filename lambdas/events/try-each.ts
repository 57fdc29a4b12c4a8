import type { Logger } from "@aws-lambda-powertools/logger";

/** Continues after failures, which are logged; throws at the end if there were any, so that the run counts as failed. */
export async function tryEach<T extends object>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  { log, failure }: { readonly log: Logger; readonly failure: string },
): Promise<void> {
  const errors: unknown[] = [];
  let count = 0;
  for await (const item of items) {
    count += 1;
    try {
      await work(item);
    } catch (error) {
      log.error(failure, { ...item, error: error as Error });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${failure} (${errors.length} of ${count})`);
}
