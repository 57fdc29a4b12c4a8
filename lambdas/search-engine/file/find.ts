import { type Kind, MEASURE_ORDERS, WEIGHTS } from "../document.ts";
import { MAX_COUNTED, NOTHING, type Page, type Question, type Sort, type Total } from "../engine.ts";
import { parseQuery, type QueryWord } from "../query-words.ts";
import { createLexicon, listMissingWords, toMatch } from "./lexicon.ts";
import { COLUMNS, type Replica, wordsTable } from "./replica.ts";

/** Sorts documents without the measure last. */
const BEHIND = 1_000_000_000;

interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

const toPlaceholders = (values: readonly unknown[]) => values.map(() => "?").join(", ");

/**
 * The documents with any of the words, with number and score of matches. A text counts by its weight, not its length, so that
 * ties are frequent and the newest comes first.
 */
function buildMatches(kind: Kind, words: readonly QueryWord[]): Sql {
  const table = wordsTable(kind);
  const hits = words.flatMap(({ ways, rarity }, word) =>
    ways.flatMap((way) =>
      WEIGHTS.map(
        (weight, at) => [word, weight * way.factor * rarity, `{${COLUMNS[at]}} : (${toMatch([way])})`] as const,
      ),
    ),
  );
  const select = `SELECT rowid AS number, ? AS word, ? AS score FROM ${table} WHERE ${table} MATCH ?`;
  return {
    text: `matches AS MATERIALIZED (
      SELECT number, count(DISTINCT word) AS words, round(sum(score), 4) AS score
      FROM (${hits.map(() => select).join(" UNION ALL ")}) GROUP BY number
    ),`,
    values: hits.flat(),
  };
}

/** Two sort keys, both descending; ties are newest first. */
function getSortKeys(sort: Sort, hasWords: boolean): readonly [string, string] {
  if (sort === "relevance") return hasWords ? ["words", "score"] : ["0", "0"];
  if (sort === "newest") return ["0", "0"];
  return [MEASURE_ORDERS[sort] === "descending" ? `coalesce(${sort}, 0)` : `-coalesce(${sort}, ${BEHIND})`, "0"];
}

function buildConditions({ facets = [], range }: Question): Sql {
  const groups = facets.map(
    (group) => `number IN (SELECT number FROM facets WHERE facet IN (${toPlaceholders(group)}))`,
  );
  const within = range ? [`${range.measure} BETWEEN ? AND ?`] : [];
  return {
    text: ["shown", ...groups, ...within].join(" AND "),
    values: [...facets.flat(), ...(range ? [range.first, range.last] : [])],
  };
}

/** Start of a statement: `results` has all matches with their sort keys. */
function buildResults(question: Question, words: readonly QueryWord[]): Sql {
  const { kind, sort = "relevance" } = question;
  const conditions = buildConditions(question);
  const hasWords = words.length > 0;
  const [first, second] = getSortKeys(sort, hasWords);
  const matches = hasWords ? buildMatches(kind, words) : { text: "", values: [] };
  const from = hasWords ? "matches JOIN documents USING (number)" : "documents";
  // With an explicit order, documents with few of the words would precede those with all.
  const most = hasWords && sort !== "relevance" ? "AND words = (SELECT max(words) FROM placed WHERE isResult)" : "";
  return {
    text: `
      WITH ${matches.text}
      placed AS ${hasWords ? "MATERIALIZED" : "NOT MATERIALIZED"} (
        SELECT number, id, ${first} AS a, ${second} AS b, ${hasWords ? "words" : "0 AS words"}, ${conditions.text} AS isResult
        FROM ${from} WHERE kind = ?
      ),
      results AS NOT MATERIALIZED (SELECT number, id, a, b, words FROM placed WHERE isResult ${most})`,
    values: [...matches.values, ...conditions.values, kind],
  };
}

/** A page of results; the first page includes the words that its first result lacks. */
export async function findPage(replica: Replica, question: Question): Promise<Page> {
  const { kind, query, isIncomplete, findSynonyms, cursor, limit, counts = false } = question;
  const words = await parseQuery(createLexicon(replica, kind), query, { isIncomplete, findSynonyms });
  const isCursorIndexed =
    !cursor || replica.all("SELECT 1 FROM documents WHERE kind = ? AND id = ?", kind, cursor).length > 0;
  if ((query !== "" && words.length === 0) || !isCursorIndexed) return NOTHING;
  const results = buildResults(question, words);
  // A cursor that was edited since and no longer matches has no place: the list starts over, so nothing is missed.
  const after = cursor
    ? `WHERE (a, b, id) < (SELECT a, b, id FROM placed WHERE id = ?) OR NOT EXISTS (SELECT 1 FROM placed WHERE id = ?)`
    : "";
  const rows = replica.all(
    `${results.text} SELECT number, words FROM results ${after} ORDER BY a DESC, b DESC, id DESC LIMIT ?`,
    ...results.values,
    ...(cursor ? [cursor, cursor] : []),
    limit,
  );
  const [best] = rows;
  const isPartial = !cursor && best && Number(best.words) < words.length;
  return {
    found: replica.read(rows.map(({ number }) => Number(number))),
    leftOut: isPartial ? listMissingWords(replica, kind, words, Number(best.number)) : [],
    total: counts && !cursor ? countResults(replica, results) : undefined,
  };
}

function countResults(replica: Replica, { text, values }: Sql): Total {
  const [row] = replica.all(
    `${text} SELECT count(*) AS count FROM (SELECT 1 FROM results LIMIT ${MAX_COUNTED + 1})`,
    ...values,
  );
  const count = Number(row?.count);
  return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}
