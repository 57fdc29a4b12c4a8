import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHOICES, costsByService, type PageLoads, usageOf } from "./estimate.ts";
import { LISTED, PRICES, type PriceName } from "./prices.ts";
import { ARRIVALS, DRAWN, SECONDS, SESSION_CHECK_READS, USES, VISITORS } from "./visits.ts";

/** Visits in a month. */
const SCALES = [0, 10_000, 1_000_000, 100_000_000] as const;

/** The scale whose shares and choices are shown. */
const TYPICAL = 1_000_000;

const BAR = 40;

/** README.md's table of what pages weigh, which Lighthouse has measured. */
function readPageLoads(): PageLoads {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  return (path, device) => {
    const row = readme.split("\n").find((line) => line.startsWith(`| ${path} | ${device} |`));
    const [, , , , kilobytes, requests] = (row ?? "").split("|").map((cell) => cell.trim());
    if (!kilobytes || !requests) throw new Error(`README.md has no figures of ${path} on ${device}.`);
    return { kilobytes: Number(kilobytes), requests: Number(requests) };
  };
}

const count = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
const dollars = (value: number) =>
  value === 0
    ? "–"
    : value < 1
      ? `$${value.toFixed(2)}`
      : `$${value.toLocaleString("en", { maximumFractionDigits: 0 })}`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...head), row(...head.map((_, at) => (at === 0 ? "---" : "--:"))), ...rows.map((cells) => row(...cells))].join(
    "\n",
  );
const total = (costs: ReadonlyMap<string, number>) => [...costs.values()].reduce((sum, cost) => sum + cost, 0);

/** The page docs/costs.md. */
export function costsPage(): string {
  const loads = readPageLoads();
  const usages = SCALES.map((visits) => usageOf(visits, loads));
  const costs = usages.map(costsByService);
  const typicalUsage = usageOf(TYPICAL, loads);
  const typical = costsByService(typicalUsage);
  const services = [...typical.keys()];
  const heads = SCALES.map((visits) => `${count(visits)} visits`);

  const bars = [...typical]
    .toSorted(([, one], [, other]) => other - one)
    .map(([service, cost]) => {
      const share = cost / total(typical);
      const bar = "█".repeat(Math.max(1, Math.round(share * BAR)));
      return `${service.padEnd(16)} ${dollars(cost).padStart(6)}  ${bar} ${percent(share)}`;
    });
  const choices = CHOICES.map((choice) => ({ ...choice, cost: choice.costs(TYPICAL, typicalUsage, loads) }))
    .toSorted((one, other) => other.cost - one.cost)
    .slice(0, 3);
  const names = Object.keys(PRICES) as PriceName[];

  return `# What a month costs

Printed by \`npm run costs\` from what is metered ([data model](data-model.md), README.md's table of pages), from list prices, and from assumptions
that stand in \`tools/costs/visits.ts\`. Change them there, then \`npm run --silent costs > docs/costs.md\`; a test holds the two together.

At ${count(TYPICAL)} visits a month, ${dollars(total(typical))}, which is ${dollars((total(typical) / TYPICAL) * 1000)} for a thousand of them:

\`\`\`
${bars.join("\n")}
\`\`\`

${table(
  ["Service", ...heads],
  [
    ...services.map((service) => [service, ...costs.map((cost) => dollars(cost.get(service) ?? 0))]),
    ["**In all**", ...costs.map((cost) => `**${dollars(total(cost))}**`)],
    ["A thousand visits", ...costs.map((cost, at) => (SCALES[at] ? dollars((total(cost) / SCALES[at]) * 1000) : "–"))],
  ],
)}

Production's month, a year after it opened and with payments on, in ${LISTED.region}. Stripe's fees, taxes, support, a domain and agreed discounts aren't in it; what AWS gives
for nothing each month for good is.

## The three dearest choices

At ${count(TYPICAL)} visits.

| Choice | A month | It buys | Without it |
|---|--:|---|---|
${choices.map(({ what, cost, buys, without }) => row(what, dollars(cost), buys, without)).join("\n")}

## What a visit is

${percent(VISITORS.signedIn)} of visits are of somebody signed in, who comes ${VISITORS.visitsOfOne} times a month; ${percent(VISITORS.byPhone)} are by phone. No browser was here before: each
loads scripts and styles anew. Visits begin ${ARRIVALS.map(({ path, share }) => `at \`${path}\` (${percent(share)})`).join(", ")}; ${percent(DRAWN)} of these pages are drawn anew, the others are
copies at the edge. Then, in a thousand visits:

${table(
  ["Use", "Times", "Calls", "Read units", "Write units"],
  USES.map(({ what, perThousand, calls, reads, writes, indexWrites = 0 }) => [
    what,
    ...[perThousand, calls, reads, writes + indexWrites].map(count),
  ]),
)}

Units are of one use, and of the tables with their indexes; a call of somebody signed in has ${SESSION_CHECK_READS} read units among them, which look up the session. A call takes
a function of 1 GB ${SECONDS.call * 1000} ms, drawing a page ${SECONDS.page * 1000} ms: assumed, since only AWS can tell.

## Used and paid for

${table(
  ["Of", "Price", ...heads],
  names.map((name) => {
    const { service, unit, per, tiers } = PRICES[name];
    const price = `[$${tiers[0][1]}](${PRICES[name].page})${per > 1 ? ` for ${count(per)}` : ""}`;
    return [`${service}: ${unit}`, price, ...usages.map((usage) => count(usage[name] ?? 0))];
  }),
)}

The price is that of the first ones; CloudFront and API Gateway take less for more, which is reckoned with. Nobody who has 100,000,000 visits pays list
prices. Prices are of ${LISTED.on}: CloudFront's were read on AWS's page, those of DynamoDB and Lambda in what others quote of it, the rest not one by one. Look again before you decide by them.`;
}
