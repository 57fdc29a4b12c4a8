import { CloudWatchClient, paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import { EDGE_REGION } from "#lib/stacks/edge-region.ts";
import { defineCommand } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";

/** An alarm in the local stack's response. */
interface LaptopAlarm {
  readonly name: string;
  readonly description: string;
  /** The resources in state ALARM, for a query grouped by resource. */
  readonly of: readonly string[];
  readonly sendsMail: boolean;
}

/** The local stack's alarms in state ALARM, by its metrics since it started. */
async function readLaptopAlarms() {
  const response = await fetch(`http://localhost:${Number(process.env.PORT || 3000)}/__local/alarms`);
  const alarms = (await response.json()) as readonly LaptopAlarm[];
  return alarms.map(({ name, description, of, sendsMail }) => ({
    name: [name, ...(of.length > 0 ? [`(${of.join(", ")})`] : []), ...(sendsMail ? [] : ["(no mail)"])].join(" "),
    description,
  }));
}

/** A deployed stage's alarms in state ALARM in one region, by default the configured one. */
async function readStageAlarms(stack: string, region: string | undefined) {
  const client = new CloudWatchClient(region ? { region } : {});
  const query = { AlarmNamePrefix: `${stack} `, StateValue: "ALARM" as const };
  const AlarmTypes = ["MetricAlarm" as const, "CompositeAlarm" as const];
  const found: { name: string; description: string }[] = [];
  for await (const page of paginateDescribeAlarms({ client }, { ...query, AlarmTypes })) {
    for (const { AlarmName = "", AlarmDescription = "" } of [
      ...(page.CompositeAlarms ?? []),
      ...(page.MetricAlarms ?? []),
    ])
      found.push({ name: AlarmName, description: AlarmDescription });
  }
  return { region: await client.config.region(), found };
}

export const command = defineCommand({
  usage: [""],
  description: [
    "The local stack's alarms are evaluated from its own metrics since it started; a deployed stage's come from CloudWatch.",
  ],
  reads: true,
  async run({ positionals, stage }) {
    if (positionals.length > 0) throw new CommandError("alarms takes no arguments.");
    const { name, isLaptop } = await stage();
    const here = isLaptop ? undefined : await readStageAlarms(name, undefined);
    const edge = here && here.region !== EDGE_REGION ? await readStageAlarms(name, EDGE_REGION) : undefined;
    const alarms = here ? [...here.found, ...(edge?.found ?? [])] : await readLaptopAlarms();
    for (const { name: alarm, description } of alarms) console.log(`${alarm}\n  ${description}`);
    if (alarms.length === 0) console.log("No active alarms.");
  },
});
