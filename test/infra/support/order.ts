import type { Template } from "aws-cdk-lib/assertions";
import { collectDependencies, type Template as LaptopTemplate } from "ochre-local/template";

/** CloudFormation's ordering guarantees between resources; without one it may work on both at once. */
export function getOrder(template: Template) {
  const direct = collectDependencies(template.toJSON() as LaptopTemplate);
  const cache = new Map<string, ReadonlySet<string>>();

  /** Everything that is done before work on this resource begins. */
  function before(id: string): ReadonlySet<string> {
    const found = cache.get(id);
    if (found) return found;
    const all = new Set<string>();
    const waiting = [...(direct.get(id) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      waiting.push(...(direct.get(next) ?? []));
    }
    cache.set(id, all);
    return all;
  }

  return { before, waitsFor: (later: string, earlier: string) => before(later).has(earlier) };
}
