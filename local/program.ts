/** For programs that run the cloud until a signal; light, so that a program can load the cloud itself while it builds. */
export { explainFailure, requireDiskSpace } from "#local/program/explain-failure.ts";
export { runUntilSignal } from "#local/program/run-until-signal.ts";
export { openStateFile } from "#local/state-file.ts";
