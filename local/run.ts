import { parseArgs } from "node:util";
import { startCloud } from "#local/cloud.ts";
import { runUntilSignal } from "#local/program/run-until-signal.ts";

/** Runs a stack that is synthesized: `node local/run.ts --out <cdk.out> --home <folder> --port <number>`. */
const { values } = parseArgs({
  options: { out: { type: "string" }, home: { type: "string" }, port: { type: "string" } },
});
const { out: cdkOut = "", home, port } = values;

await runUntilSignal(
  async (signal, fail) => {
    const cloud = await startCloud({ cdkOut, home, port: Number(port ?? 0), signal, onFailure: fail });
    await cloud.warm();
    console.log(`ready at ${cloud.origin}`);
    return cloud.stop;
  },
  () => home,
);
