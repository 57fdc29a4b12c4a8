import { runProgram } from "./laptop/main.ts";

/** `npm start`: the whole product on this machine. */
await runProgram();
