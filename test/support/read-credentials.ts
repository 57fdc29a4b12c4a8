import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initSync, WasmReader } from "@contentauth/c2pa-wasm";

/** A blob with synchronous access to its bytes, as in the worker that the reader expects. */
class ReadableBlob extends Blob {
  readonly content: Buffer;

  constructor(content: Buffer) {
    super([new Uint8Array(content)]);
    this.content = content;
  }

  override slice(start?: number, end?: number): ReadableBlob {
    return new ReadableBlob(this.content.subarray(start, end));
  }
}

let isReady = false;

function start() {
  if (isReady) return;
  isReady = true;
  Object.assign(globalThis, {
    FileReaderSync: class {
      readAsArrayBuffer({ content }: ReadableBlob) {
        return new Uint8Array(content).buffer;
      }
    },
  });
  const module = createRequire(import.meta.url)
    .resolve("@contentauth/c2pa-wasm")
    .replace(/c2pa\.js$/, "c2pa_bg.wasm");
  initSync({ module: readFileSync(module) });
}

interface Credentials {
  readonly validation_state: string;
  readonly validation_results: {
    readonly activeManifest: Readonly<Record<"success" | "failure", readonly { readonly code: string }[]>>;
  };
  readonly manifests: Readonly<
    Record<string, { readonly assertions: readonly { label: string; created?: boolean; data: unknown }[] }>
  >;
  readonly active_manifest: string;
}

/** Content Credentials of a picture by C2PA's own reader: state, validation codes, and assertions, split into created and gathered. */
export async function readCredentials(file: Buffer, mime: string) {
  start();
  const reader = await WasmReader.fromBlob(mime, new ReadableBlob(file));
  const { validation_state, validation_results, manifests, active_manifest } = JSON.parse(reader.json()) as Credentials;
  const assertions = manifests[active_manifest]?.assertions ?? [];
  const { success, failure } = validation_results.activeManifest;
  return {
    state: validation_state,
    passed: success.map(({ code }) => code),
    failed: failure.map(({ code }) => code),
    assertions: Object.fromEntries(assertions.map(({ label, data }) => [label, data])) as Readonly<
      Record<string, unknown>
    >,
    created: assertions.filter(({ created }) => created),
    gathered: assertions.filter(({ created }) => !created),
    all: assertions,
  };
}
