import type { Logger } from "@aws-lambda-powertools/logger";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { counted } from "../platform/runtime/counted.ts";
import type { SearchNames } from "../platform/runtime/environment.ts";
import type { Engine, OpenIndex, OpenIndexing } from "./engine.ts";
import { FileIndex } from "./file/file-index.ts";
import { isPrepared, writeBoth } from "./prepared.ts";

/** Readers and writers of a process share an engine of each kind. */
const opened = new Map<string, { readonly names: string; readonly engine: Engine }>();

function openOnce(kind: string, names: string, open: () => Engine): Engine {
  const known = opened.get(kind);
  if (known?.names === names) return known.engine;
  const engine = open();
  opened.set(kind, { names, engine });
  return engine;
}

function openFile({ SEARCH_TABLE_NAME = "", SEARCH_BUCKET = "" }: SearchNames) {
  return openOnce("file", `${SEARCH_TABLE_NAME} ${SEARCH_BUCKET}`, () => {
    const indexing = new FileIndex({ SEARCH_TABLE_NAME, SEARCH_BUCKET });
    return { index: indexing.index, indexing };
  });
}

const answerOnceLoaded = (load: () => Promise<OpenIndex>): OpenIndex => ({
  findPage: async (question) => (await load()).findPage(question),
  countFacets: async (counted) => (await load()).countFacets(counted),
  findSharing: async (shared) => (await load()).findSharing(shared),
  findCopies: async (compared) => (await load()).findCopies(compared),
  findWithFacet: async (facet, limit) => (await load()).findWithFacet(facet, limit),
  readSetting: async (name) => (await load()).readSetting(name),
  withDeadline() {
    const limited = load().then((index) => index.withDeadline());
    return answerOnceLoaded(() => limited);
  },
});

/** Loaded when it is first used, so that stages without it don't pay for its client. */
function openOpenSearch(endpoint: string) {
  return openOnce("opensearch", endpoint, () => {
    let loaded: Promise<Engine> | undefined;
    const load = () => {
      loaded ??= import("./opensearch/opensearch.ts").then(({ openSearch }) =>
        openSearch(endpoint, new DynamoDBClient({}).config.credentials),
      );
      return loaded;
    };
    return {
      index: answerOnceLoaded(async () => (await load()).index),
      indexing: {
        write: async (readChanges) => (await load()).indexing.write(readChanges),
        rebuild: async (source, report) => (await load()).indexing.rebuild(source, report),
      },
    };
  });
}

const openAnswering = (names: SearchNames) =>
  names.SEARCH_ENGINE === "opensearch" ? openOpenSearch(names.SEARCH_ENDPOINT) : openFile(names);

/** The engine that answers on this stage. */
export const openIndex = (names: SearchNames): OpenIndex => openAnswering(names).index;

/** The engine to which the stage moves. */
const findPrepared = (names: SearchNames) =>
  [
    ...(names.SEARCH_TABLE_NAME && names.SEARCH_BUCKET ? [openFile(names)] : []),
    ...(names.SEARCH_ENDPOINT ? [openOpenSearch(names.SEARCH_ENDPOINT)] : []),
  ].find((engine) => engine !== openAnswering(names));

/** True unless the stage moves to an engine that lacks writes. */
export const isReadyToMove = async (names: SearchNames): Promise<boolean> =>
  !findPrepared(names) || isPrepared(openIndex(names));

/** `openIndexing` for a function, whose log counts what the prepared engine missed. */
export const openLoggedIndexing = (names: SearchNames, log: Logger): OpenIndexing =>
  openIndexing(names, (error) =>
    log.error("The prepared search engine missed a write", {
      ...counted("SearchWritesMissed"),
      error: error as Error,
    }),
  );

/** The engine that answers and the prepared one, which may miss writes. */
export function openIndexing(names: SearchNames, onMissed: (error: unknown) => void): OpenIndexing {
  const answering = openAnswering(names);
  const prepared = findPrepared(names);
  return prepared ? writeBoth(answering, prepared.indexing, onMissed) : answering.indexing;
}
