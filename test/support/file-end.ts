type Cleanup = () => unknown;

const cleanups: Cleanup[] = [];

/** Runs a cleanup after the file's last test; unlike `afterAll` it may be called from a hook or a test. */
export const atFileEnd = (cleanup: Cleanup) => void cleanups.push(cleanup);

export async function runCleanups() {
  const results = await Promise.allSettled(cleanups.splice(0).map((cleanup) => cleanup()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
