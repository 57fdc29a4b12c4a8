import { runProgram } from "./program/run.ts";

/** `npm start`: the whole product on this machine. */
await runProgram();
