import type { Entity } from "dynamodb-toolbox/entity";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { getKey, type ItemKey } from "#lambdas/platform/table/item-key.ts";
import { type DocumentedEntity, loadEntities } from "./entities.ts";

const BEGIN = "<!-- Written by `npm run data-model` from the entities -->";
const END = "<!-- End of what it writes -->";

/** The keys of an entity's items with the names of the ids in them: several where one of the ids is a fixed choice. */
function getKeyPatterns(entity: Entity): readonly ItemKey[] {
  const ids = Object.entries(entity.schema.attributes).filter(
    ([, { props }]) => props.key === true && props.keyDefault === undefined,
  );
  const names = Object.fromEntries(ids.map(([name]) => [name, name]));
  const choices = ids.flatMap(([name, { props }]) =>
    "enum" in props && Array.isArray(props.enum) ? props.enum.map((value: unknown) => ({ [name]: value })) : [],
  );
  return (choices.length > 0 ? choices : [{}]).map((choice) => getKey(entity, { ...names, ...choice }));
}

const TTL = { always: "yes", never: "", sometimes: "some" };

function getTtl(entity: Entity) {
  const attribute = Object.values(entity.schema.attributes).find(({ props }) => props.savedAs === TABLE.ttl);
  if (!attribute) return TTL.never;
  return attribute.props.required === "never" ? TTL.sometimes : TTL.always;
}

const toCode = (texts: readonly string[]) => [...new Set(texts)].map((text) => `\`${text}\``).join(", ");

function toRow({ entity, description, path }: DocumentedEntity) {
  const keys = getKeyPatterns(entity);
  const cells = [
    `[${entity.entityName}](../${path})`,
    toCode(keys.map(({ pk }) => pk)),
    toCode(keys.map(({ sk }) => sk)),
    getTtl(entity),
    description,
  ];
  return { place: `${keys[0]?.pk} ${keys[0]?.sk}`, line: `| ${cells.join(" | ")} |`.replaceAll("  ", " ") };
}

/** The page with its table of items as the entities are now. */
export async function updateItemTable(page: string) {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`The page lacks its markers: ${BEGIN} and ${END}`);
  const rows = (await loadEntities()).map(toRow).sort((a, b) => (a.place < b.place ? -1 : 1));
  const table = ["| Item | pk | sk | TTL | |", "|---|---|---|---|---|", ...rows.map(({ line }) => line)].join("\n");
  return `${page.slice(0, before)}${BEGIN}\n\n${table}\n\n${page.slice(after)}`;
}
