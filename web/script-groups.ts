import { join } from "node:path";
import type { Rolldown } from "vite";

const source = (path: string) => join(import.meta.dirname, "src", path);

/** Ours, and single icons; other packages stay where those who share them find them. */
const isOurs = (id: string) => !id.includes("/node_modules/") || id.includes("/lucide-react/dist/esm/icons/");

/** A module and its static imports, recursively; dynamic imports are left out. */
function partsOf(
  root: string,
  isPart: (id: string) => boolean,
  graph: Pick<Rolldown.ChunkingContext, "getModuleInfo">,
): ReadonlySet<string> {
  const parts = new Set<string>();
  const add = (id: string) => {
    if (parts.has(id) || !isPart(id)) return;
    parts.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  add(root);
  return parts;
}

/** One file with what a module is made of, as far as no group before it took that. */
function groupOf(name: string, root: string, isPart = isOurs): Rolldown.CodeSplittingGroup {
  let parts: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      parts ??= partsOf(root, isPart, graph);
      return parts.has(id) ? name : null;
    },
  };
}

const INITIAL: Pick<Rolldown.CodeSplittingGroup, "tags"> = { tags: ["$initial"] };

/**
 * The initial scripts of every page come in three files, because a browser evaluates each as a task of its own. The
 * home page adds one file, which most pages with pictures share, and the artwork page another: many small files need
 * more requests and compress worse.
 */
export const scriptGroups: Rolldown.CodeSplittingGroup[] = [
  { ...INITIAL, name: "react", test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { ...INITIAL, ...groupOf("theme", source("theme/system.ts"), () => true) },
  { ...INITIAL, name: "site" },
  groupOf("pictures", source("screens/home.tsx")),
  groupOf("work", source("screens/artwork.tsx")),
];

/** Names of the files that pages begin with; the one with the entry is called after its page. */
export const FIRST_SCRIPTS: readonly string[] = ["react", "theme", "site", "index", "pictures", "work"];
