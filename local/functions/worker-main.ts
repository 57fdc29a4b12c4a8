import { existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FunctionError, InvokeMessage, WorkerMessage } from "./protocol.ts";

/** The program of one worker process: `worker-main.ts <folder of the asset> <file.export>`. */
const [codeDir = "", handlerName = ""] = process.argv.slice(2);
const ipc = process.send?.bind(process);
let current: InvokeMessage | undefined;
const RealDate = Date;

const send = (message: WorkerMessage, sent?: () => void) => ipc?.(message, undefined, {}, () => sent?.());

const toError = (thrown: unknown): FunctionError =>
  thrown instanceof Error
    ? { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split("\n") }
    : { errorType: typeof thrown, errorMessage: String(thrown) };

/** Sends output over the same channel as results, so that no line arrives after its invocation has ended. */
function captureOutput() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      send({ kind: "log", text: Buffer.from(chunk as Uint8Array).toString("utf8"), requestId: current?.requestId });
      const written = rest.find((argument) => typeof argument === "function");
      if (written) process.nextTick(written as () => void);
      return true;
    }) as typeof stream.write;
  }
}

/** On Lambda there is only the asset, so a module outside its folder must not resolve. */
function confineImports() {
  const root = pathToFileURL(`${codeDir}/`).href;
  const isPackaged = existsSync(join(codeDir, "package.json"));
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!found.url.startsWith("file:") || found.url.startsWith(root)) return found;
      throw Object.assign(new Error(`Cannot find '${specifier}': it isn't in the deployed asset`), {
        code: "ERR_MODULE_NOT_FOUND",
      });
    },
    load: (url, context, next) =>
      next(
        url,
        !isPackaged && url.startsWith(root) && url.endsWith(".js") ? { ...context, format: "commonjs" } : context,
      ),
  });
}

/** From now on the code believes that it is this date (epoch milliseconds), and its clock continues from there. */
function setClock(date: number) {
  const behind = RealDate.now() - date;
  const now = () => RealDate.now() - behind;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parts, created) => Reflect.construct(target, parts.length > 0 ? parts : [now()], created),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}

type Handler = (event: unknown, context: unknown) => unknown;

async function loadHandler(): Promise<Handler> {
  const dot = handlerName.lastIndexOf(".");
  const [file, name] = [handlerName.slice(0, dot), handlerName.slice(dot + 1)];
  const path = [".js", ".mjs", ".cjs"].map((extension) => join(codeDir, file + extension)).find(existsSync);
  if (!path) throw new Error(`Cannot find the module ${file} in the asset`);
  const loaded: Record<string, unknown> = await import(pathToFileURL(path).href);
  const commonJs = (loaded.default ?? {}) as Record<string, unknown>;
  const handler = loaded[name] ?? commonJs[name];
  if (typeof handler !== "function") throw new Error(`${handlerName} is undefined or not exported`);
  return handler as Handler;
}

const toContext = ({ requestId, deadline, functionArn }: InvokeMessage) => ({
  awsRequestId: requestId,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: "$LATEST",
  invokedFunctionArn: functionArn,
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - RealDate.now()),
});

async function run(handler: Handler, message: InvokeMessage) {
  const { requestId, date } = message;
  current = message;
  if (date !== undefined) setClock(date);
  try {
    const result = await handler(JSON.parse(message.event), toContext(message));
    send({ kind: "result", requestId, payload: JSON.stringify(result) ?? "null" });
  } catch (thrown) {
    send({ kind: "error", requestId, error: toError(thrown) });
  } finally {
    current = undefined;
  }
}

const crash = (error: FunctionError) => send({ kind: "crash", error }, () => process.exit(1));

process.on("disconnect", () => process.exit());
process.on("SIGINT", () => {});
process.on("uncaughtException", (thrown) => crash(toError(thrown)));
process.on("unhandledRejection", (reason) =>
  crash({ ...toError(reason), errorType: "Runtime.UnhandledPromiseRejection" }),
);
// Workers are killed rather than exited, so the compile cache is flushed explicitly after loading.
enableCompileCache();
captureOutput();
confineImports();
process.chdir(codeDir);
const handler = await loadHandler().catch((thrown) => {
  send({ kind: "init-error", error: toError(thrown) }, () => process.exit(1));
  return undefined;
});
if (handler) {
  process.on("message", (message) => void run(handler, message as InvokeMessage));
  send({ kind: "ready" });
  flushCompileCache();
}
