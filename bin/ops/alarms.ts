import { CloudWatchClient, paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import { EDGE_REGION } from "#lib/stacks/edge-region.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";

/** An alarm in the laptop's answer. */
interface LaptopAlarm {
  readonly name: string;
  readonly description: string;
  readonly of: readonly string[];
  readonly sendsMail: boolean;
}

/** The laptop's alarms in state ALARM, by what it counted since it started. */
async function readLaptopAlarms() {
  const answer = await fetch(`http://localhost:${Number(process.env.PORT || 3000)}/__local/alarms`);
  const alarms = (await answer.json()) as readonly LaptopAlarm[];
  return alarms.map(({ name, description, of, sendsMail }) => ({
    name: [name, ...(of.length > 0 ? [`(${of.join(", ")})`] : []), ...(sendsMail ? [] : ["(no mail)"])].join(" "),
    description,
  }));
}

/** A stage's alarms in state ALARM, in its region or that of the edge. */
async function readStageAlarms(stack: string, region: string | undefined) {
  const client = new CloudWatchClient(region ? { region } : {});
  const asked = { AlarmNamePrefix: `${stack} `, StateValue: "ALARM" as const };
  const AlarmTypes = ["MetricAlarm" as const, "CompositeAlarm" as const];
  const found: { name: string; description: string }[] = [];
  for await (const page of paginateDescribeAlarms({ client }, { ...asked, AlarmTypes })) {
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
    "The laptop evaluates the template's own alarms by what it counted since it started; a stage's are asked for at AWS.",
  ],
  reads: true,
  async run({ words, stage }) {
    if (words.length > 0) throw new BadCommand("alarms takes no words.");
    const { name, isLaptop } = await stage();
    const here = isLaptop ? undefined : await readStageAlarms(name, undefined);
    const edge = here && here.region !== EDGE_REGION ? await readStageAlarms(name, EDGE_REGION) : undefined;
    const alarms = here ? [...here.found, ...(edge?.found ?? [])] : await readLaptopAlarms();
    for (const { name: alarm, description } of alarms) console.log(`${alarm}\n  ${description}`);
    if (alarms.length === 0) console.log("No alarm rings.");
  },
});
