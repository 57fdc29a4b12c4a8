import type { Change } from "#lambdas/search-engine/document.ts";
import type { OpenIndex } from "#lambdas/search-engine/engine.ts";
import { answerFrom } from "#lambdas/search-engine/file/answer.ts";
import { Replica } from "#lambdas/search-engine/file/replica.ts";

/** An index of its own without a marketplace; what is written is found at once. */
export interface TestedIndex extends OpenIndex {
  write(changes: readonly Change[]): Promise<void>;
}

export function openTestedIndex(): TestedIndex {
  const replica = Replica.empty();
  return {
    ...answerFrom(async () => replica),
    write: async (changes) => replica.apply(replica.sequence + 1, changes),
  };
}
