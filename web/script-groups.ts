import { join } from "node:path";
import type { Rolldown } from "vite";

const HOME = join(import.meta.dirname, "src/screens/home.tsx");

/** Ours, and single icons; other packages stay where those who share them find them. */
const isPart = (id: string) => !id.includes("/node_modules/") || id.includes("/lucide-react/dist/esm/icons/");

/** What a module is made of, itself included, without what it loads on demand. */
function partsOf(root: string, graph: Pick<Rolldown.ChunkingContext, "getModuleInfo">): ReadonlySet<string> {
  const parts = new Set<string>();
  const add = (id: string) => {
    if (parts.has(id) || !isPart(id)) return;
    parts.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  add(root);
  return parts;
}

let pictures: ReadonlySet<string> | undefined;

/**
 * What every page begins with comes in one file, and what the home page adds in another, which most pages of pictures
 * share: many small files ask more often and compress worse.
 */
export const scriptGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "first", tags: ["$initial"] },
  {
    debugName: "pictures",
    name: (id, graph) => {
      pictures ??= partsOf(HOME, graph);
      return pictures.has(id) ? "pictures" : null;
    },
  },
];
