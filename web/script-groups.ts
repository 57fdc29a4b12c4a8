import { join } from "node:path";
import type { Rolldown } from "vite";

const screen = (name: string) => join(import.meta.dirname, `src/screens/${name}.tsx`);

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

/** One file with what a screen is made of, as far as no group before it took that. */
function groupOf(name: string, root: string): Rolldown.CodeSplittingGroup {
  let parts: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      parts ??= partsOf(root, graph);
      return parts.has(id) ? name : null;
    },
  };
}

/**
 * What every page begins with comes in one file, what the home page adds in a second, which most pages of pictures
 * share, and what an artwork adds in a third: many small files ask more often and compress worse.
 */
export const scriptGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "first", tags: ["$initial"] },
  groupOf("pictures", screen("home")),
  groupOf("work", screen("artwork")),
];
