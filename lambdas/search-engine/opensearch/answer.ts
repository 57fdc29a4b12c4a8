import { LIMITS } from "#shared/limits.ts";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import type { Document, Found, Kind } from "../document.ts";
import {
  type ComparedPicture,
  computeRarity,
  type FacetBeginning,
  type FacetCount,
  MAX_COUNTED,
  NOTHING,
  type OpenIndex,
  type Page,
  type Question,
  type RatedFacet,
  SearchAway,
  type SharedFacets,
} from "../engine.ts";
import { createComparison } from "../hashes.ts";
import { type Lexicon, parseQuery } from "../query-words.ts";
import { reversed } from "../typos.ts";
import { type Json, type Reply, type Request, type SearchClient, TRANSIENT } from "./client.ts";
import { ALL, ENDINGS, parseFacet, splitBands, toBand } from "./mapping.ts";
import {
  any,
  buildConditions,
  buildSort,
  constant,
  countWords,
  isShown,
  leastScore,
  matchAny,
  matchWords,
  toTerm,
} from "./query.ts";

/** Milliseconds for which a setting is used again. */
const FRESH_MS = 1_000;

interface Hit {
  readonly _id: string;
  readonly _score: number | null;
  readonly sort?: readonly unknown[];
  readonly _source: { readonly document: Document };
}

interface Result {
  readonly error?: { readonly type: string };
  readonly status: number;
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: { readonly counts: { readonly buckets: readonly { key: string; doc_count: number }[] } };
  readonly suggest?: { readonly alike: readonly { readonly options: readonly { readonly text: string }[] }[] };
}

type Settings = Map<string, { readonly value: unknown; readonly until: number }>;

type Ask = <T>(request: Request) => Promise<Reply<T>>;

/** Answers questions from a collection's indices, by a common deadline if any. An index that isn't there yet has nothing. */
export function answerFrom(client: SearchClient, settings: Settings = new Map(), common?: number): OpenIndex {
  const getDeadline = () => common ?? performance.now() + LIMITS.search.milliseconds;
  /** Asks until the answer's deadline. */
  const createAsk = (): Ask => {
    const deadline = getDeadline();
    return async (request) => {
      const timeout = Math.ceil(deadline - performance.now());
      if (timeout <= 0) throw new SearchAway("OpenSearch didn't answer in time");
      return client.call({ ...request, timeout });
    };
  };
  const startSearch = () => createSearch(createAsk(), client.prefix);
  return {
    findPage: (question) => findPage(startSearch(), question),
    countFacets: (counted) => countFacets(startSearch(), counted),
    findSharing: (shared) => findSharing(startSearch(), shared),
    findCopies: (compared) => findCopies(startSearch(), compared),
    async findWithFacet(facet, limit) {
      const query = { bool: { filter: [toTerm(facet)] } };
      const [result] = await startSearch()(SEARCH_TYPES, [{ query, size: limit, sort: [{ id: "asc" }] }]);
      return (result?.hits.hits ?? []).map(toFound);
    },
    async readSetting(name) {
      const known = settings.get(name);
      if (known && known.until > performance.now()) return known.value;
      const path = `/${client.prefix}settings/_doc/${encodeURIComponent(name)}`;
      const { status, body } = await createAsk()<{ _source?: { value?: { json?: string } } }>({ method: "GET", path });
      const json = status === 404 ? undefined : body._source?.value?.json;
      const value: unknown = json === undefined ? undefined : (JSON.parse(json) ?? undefined);
      settings.set(name, { value, until: performance.now() + FRESH_MS });
      return value;
    },
    withDeadline: () => answerFrom(client, settings, getDeadline()),
  };
}

type Search = (kinds: Kind | readonly Kind[], searches: readonly Json[]) => Promise<Result[]>;

/** Asks several questions at once. */
const createSearch =
  (ask: Ask, prefix: string): Search =>
  async (kinds, searches) => {
    if (searches.length === 0) return [];
    const index = [kinds].flat().map((kind) => prefix + kind);
    const { body } = await ask<{ responses: Result[] }>({
      method: "POST",
      path: "/_msearch",
      bulkBody: searches.flatMap((one) => [
        { index, ignore_unavailable: true, allow_partial_search_results: false },
        { _source: ["document"], ...one },
      ]),
    });
    for (const { error, status } of body.responses) {
      if (error && (status >= 500 || TRANSIENT.includes(status))) throw new SearchAway(`OpenSearch answered ${status}`);
      if (error) throw new Error(`OpenSearch refused a search: ${error.type}`);
    }
    return body.responses;
  };

const toFound = ({ _id, _source }: Hit): Found => ({ id: _id, ..._source.document });

const countAll = (query: Json): Json => ({ size: 0, track_total_hits: true, query });

const getCount = (result: Result | undefined) => result?.hits.total?.value ?? 0;

/** Most tokens about as long as the typed one. */
const MAX_ALIKE = 50;

/** Most words with one of the endings. */
const MAX_LONGER = 48;

const createLexicon = (search: Search, kind: Kind): Lexicon => ({
  async areShown(all) {
    const results = await search(
      kind,
      all.map((tokens) => ({
        ...countAll({ bool: { filter: [{ terms: { [ALL]: tokens } }, isShown] } }),
        terminate_after: 1,
      })),
    );
    return results.map((result) => getCount(result) > 0);
  },
  async findAlike(typed) {
    const term = {
      field: ALL,
      suggest_mode: "always",
      max_edits: 1,
      prefix_length: 0,
      min_word_length: 3,
      max_term_freq: 1_000_000_000,
      size: MAX_ALIKE,
    };
    const [result] = await search(kind, [{ size: 0, suggest: { alike: { text: typed, term } } }]);
    return (result?.suggest?.alike ?? []).flatMap(({ options }) => options.map(({ text }) => text));
  },
  async findLonger(endings) {
    const starts = endings.map((ending) => escapeSigns(reversed(ending)));
    const include = `(${starts.join("|")}).+`;
    const terms = { field: ENDINGS, include, size: MAX_LONGER, order: { _key: "asc" } };
    const having = any(endings.map((ending) => ({ prefix: { [ENDINGS]: reversed(ending) } })));
    const [result] = await search(kind, [{ size: 0, query: having, aggs: { counts: { terms } } }]);
    return (result?.aggregations?.counts.buckets ?? []).map(({ key }) => reversed(key));
  },
  async count(waysOfWords) {
    const [all, ...having] = await search(kind, [
      countAll({ match_all: {} }),
      ...waysOfWords.map((ways) => countAll({ bool: { filter: [matchAny(ways)] } })),
    ]);
    return { all: getCount(all), having: having.map(getCount) };
  },
});

async function findPage(search: Search, question: Question): Promise<Page> {
  const { kind, query, sort = "relevance", cursor, limit, counts = false } = question;
  const words = query === "" ? [] : await parseQuery(createLexicon(search, kind), query, question);
  if (query !== "" && words.length === 0) return NOTHING;
  const matching = matchWords(words, buildConditions(question));
  const hasWords = words.length > 0;
  const order = buildSort(sort, hasWords);
  const isSorted = hasWords && sort !== "relevance";
  let searchAfter: readonly unknown[] | undefined;
  if (cursor) {
    const isIt = { ids: { values: [cursor] } };
    const [indexed, placed] = await search(kind, [
      { size: 0, track_total_hits: true, query: isIt },
      { size: 1, _source: false, sort: order, query: matchWords(words, [isIt]) },
    ]);
    if (getCount(indexed) === 0) return NOTHING;
    // A cursor that was edited since and no longer matches has no place: the list starts over, so nothing is missed.
    searchAfter = placed?.hits.hits[0]?.sort;
  }
  // With an explicit order, documents with few of the words would precede those with all.
  const [most] = isSorted ? await search(kind, [{ size: 1, _source: false, query: matching }]) : [];
  const mostWords = most && countWords(most.hits.hits[0]?._score ?? 0);
  const [result] = await search(kind, [
    {
      query: matching,
      size: limit,
      sort: order,
      track_scores: hasWords,
      track_total_hits: counts && !cursor ? MAX_COUNTED + 1 : false,
      ...(mostWords ? { min_score: leastScore(mostWords) } : {}),
      ...(searchAfter ? { search_after: searchAfter } : {}),
    },
  ]);
  const hits = result?.hits.hits ?? [];
  const [best] = hits;
  const isPartial = !cursor && best && countWords(best._score ?? 0) < words.length;
  const count = getCount(result);
  return {
    found: hits.map(toFound),
    leftOut: isPartial ? await listMissingWords(search, kind, words, best._id) : [],
    total: counts && !cursor ? { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED } : undefined,
  };
}

/** The words, as typed, that a document doesn't match in any way. */
async function listMissingWords(
  search: Search,
  kind: Kind,
  words: Awaited<ReturnType<typeof parseQuery>>,
  id: string,
): Promise<string[]> {
  const isIt = { ids: { values: [id] } };
  const results = await search(
    kind,
    words.map(({ ways }) => countAll({ bool: { filter: [isIt, matchAny(ways)] } })),
  );
  return words.filter((_word, at) => getCount(results[at]) === 0).map(({ typed }) => typed);
}

/** For the regular expressions of aggregations. */
const escapeSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign}`);

/** Longest beginning of a facet in bytes; OpenSearch refuses a prefix or a regular expression of more than a thousand. */
const MAX_BEGINNING = 400;

async function countFacets(search: Search, { beginning, least, limit }: FacetBeginning): Promise<FacetCount[]> {
  const { field, value } = parseFacet(beginning);
  if (Buffer.byteLength(value) > MAX_BEGINNING) return [];
  const [result] = await search(SEARCH_TYPES, [
    {
      size: 0,
      query: value ? { prefix: { [field]: value } } : { exists: { field } },
      aggs: {
        counts: {
          terms: {
            field,
            size: limit,
            min_doc_count: least,
            ...(value ? { include: `${escapeSigns(value)}.*` } : {}),
            order: [{ _count: "desc" }, { _key: "asc" }],
          },
        },
      },
    },
  ]);
  const name = beginning.slice(0, beginning.indexOf(":"));
  return (result?.aggregations?.counts.buckets ?? []).map(({ key, doc_count }) => ({
    facet: `${name}:${key}`,
    count: doc_count,
  }));
}

/** Points are whole numbers in a score, so that equals are equal. */
const POINT = 1024;

async function findSharing(search: Search, { kind, facets: weighed, own, limit }: SharedFacets) {
  if (weighed.length === 0) return { facets: [], found: [] };
  const [all, ...having] = await search(kind, [
    countAll({ bool: { filter: [isShown] } }),
    ...weighed.map(({ facet }) => countAll({ bool: { filter: [toTerm(facet)] } })),
  ]);
  const facets = weighed.map(
    ({ facet, weight }, at): RatedFacet => ({
      facet,
      points: weight * computeRarity(getCount(having[at]), getCount(all)),
    }),
  );
  const should = facets.map(({ facet, points }) => constant(toTerm(facet), Math.round(points * POINT)));
  const sharing = (size: number, bool: Json) => ({
    size,
    sort: [{ _score: "desc" }, { id: "desc" }],
    query: { bool: { should, minimum_should_match: 1, ...bool } },
  });
  const results = await search(kind, [
    sharing(limit, { must_not: [toTerm(own.facet)] }),
    sharing(own.limit, { filter: [toTerm(own.facet)] }),
  ]);
  const hits = results
    .flatMap((result) => result.hits.hits)
    .sort((a, b) => (b._score ?? 0) - (a._score ?? 0) || (a._id < b._id ? 1 : -1));
  return { facets, found: hits.slice(0, limit).map(toFound) };
}

/** Documents whose bands are compared to the bit; the most that a page of results holds by default is ten times as many. */
const MAX_COMPARED = 1000;

const BITS_OF_BAND = 16;

/** A band and all that differ from it in one bit. */
const nearBands = (band: number, at: number) => [
  toBand(band, at),
  ...Array.from({ length: BITS_OF_BAND }, (_, bit) => toBand(band ^ (1 << bit), at)),
];

/** The documents that share most bands with one of the hashes are compared to the bit. */
async function findCopies(search: Search, compared: ComparedPicture): Promise<Found[]> {
  const { hashes, without, isHidden = false, limit } = compared;
  const near = hashes.map((hash) =>
    any(splitBands(hash).map((band, at) => constant({ terms: { bands: nearBands(band, at) } }, 1))),
  );
  const bool = {
    filter: [{ term: { shown: !isHidden } }],
    must: [{ dis_max: { queries: near } }],
    ...(without ? { must_not: [toTerm(without)] } : {}),
  };
  const [result] = await search("artwork", [
    { size: MAX_COMPARED, _source: ["document.hash"], track_total_hits: false, query: { bool } },
  ]);
  const compare = createComparison(compared);
  const copies = (result?.hits.hits ?? [])
    .flatMap(({ _id: id, _source: { document } }) => {
      const difference = compare(Buffer.from(document.hash ?? "", "base64"));
      return difference === undefined ? [] : [{ id, difference }];
    })
    .sort((a, b) => a.difference - b.difference || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);
  const [read] = await search(
    "artwork",
    copies.length > 0 ? [{ size: limit, query: { ids: { values: copies } } }] : [],
  );
  const byId = new Map(read?.hits.hits.map((hit) => [hit._id, toFound(hit)]));
  return copies.flatMap((id) => byId.get(id) ?? []);
}
