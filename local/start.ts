import { runProgram } from "./program/main.ts";

/** `npm start`: the whole product on this machine. */
await runProgram();
