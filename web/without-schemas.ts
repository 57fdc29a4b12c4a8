import type { Plugin } from "vite";

/** Where routes are declared. */
const CONTRACT = /\/shared\/contract\/\w+\.ts$/;

/** Properties of a route that only the server needs; forms take their schemas from the models. */
const OF_THE_SERVER = ["params", "query", "body", "edgeCache", "returns", "fails"];

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Property extends Span {
  readonly key?: { readonly name?: string };
}

/** The parts of a statement that tell whether it declares a route: `export const name = route({ … })`. */
interface Statement extends Span {
  readonly type: string;
  readonly source?: { readonly value: string } | null;
  readonly declaration?: {
    readonly declarations?: readonly {
      readonly init?: {
        readonly callee?: { readonly name?: string };
        readonly arguments?: readonly { readonly properties?: readonly Property[] }[];
      } | null;
    }[];
  } | null;
}

const isImportOfRoute = ({ type, source }: Statement) =>
  type === "ImportDeclaration" && source?.value.endsWith("/route.ts") === true;

function propertiesOfRoute({ declaration }: Statement): readonly Property[] | undefined {
  const init = declaration?.declarations?.[0]?.init;
  return init?.callee?.name === "route" ? init.arguments?.[0]?.properties : undefined;
}

/** The statement's text without some of the properties in it. */
function without(code: string, { start, end }: Span, dropped: readonly Property[]): string {
  const lastFirst = dropped.toSorted((a, b) => b.start - a.start);
  return lastFirst.reduce(
    (text, part) => text.slice(0, part.start - start) + text.slice(part.end - start).replace(/^\s*,/, ""),
    code.slice(start, end),
  );
}

/**
 * Leaves of the contract what a caller needs: each route's method and path. The schemas of the rest, and what they are
 * made with, would be a large part of what a first visit loads.
 */
export const withoutSchemas: Plugin = {
  name: "without-schemas",
  enforce: "post",
  apply: "build",
  transform: {
    filter: { id: CONTRACT },
    handler(code) {
      const body = this.parse(code).body as unknown as readonly Statement[];
      if (!body.some(propertiesOfRoute)) return null;
      const kept = body.flatMap((statement) => {
        const properties = propertiesOfRoute(statement);
        if (!properties && !isImportOfRoute(statement)) return [];
        const dropped = (properties ?? []).filter(({ key }) => OF_THE_SERVER.includes(key?.name ?? ""));
        return [without(code, statement, dropped)];
      });
      return { code: kept.join("\n"), map: null };
    },
  },
};
