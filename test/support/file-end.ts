type End = () => unknown;

const ends: End[] = [];

/** Runs a cleanup after the file's last test; unlike `afterAll` it may be called from a hook or a test. */
export const atFileEnd = (end: End) => void ends.push(end);

export async function endFile() {
  const results = await Promise.allSettled(ends.splice(0).map((end) => end()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
