import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCloud } from "ochre-local";
import { expect, test } from "vitest";
import { createDemo } from "#demo/demo.ts";
import { PEOPLE } from "#demo/people.ts";
import { WORKS } from "#demo/works.ts";

test("production's feature flags on the laptop make a site with its demo, where people sign up by its mails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ochre-production-"));
  const cdkOut = join(folder, "cdk.out");
  await promisify(execFile)(process.execPath, ["bin/marketplace.ts", "--stage", "production", "--out", cdkOut]);
  const cloud = await startCloud({ cdkOut, home: join(folder, "home"), port: 0 });
  try {
    const works = WORKS.filter(({ title }) => title === "Counting Ridges");
    const people = PEOPLE.filter(({ userUsername }) => ["demo.artist", "lotte.kessler"].includes(userUsername));
    await createDemo({ origin: cloud.origin, people, works });
    const [configuration, list] = await Promise.all(
      ["/config.json", "/api/artwork"].map(async (path) => (await fetch(`${cloud.origin}${path}`)).json()),
    );
    expect(configuration).toMatchObject({ stage: "production", features: { payments: false } });
    expect(list.items).toMatchObject([{ artworkTitle: "Counting Ridges" }]);
  } finally {
    await cloud.stop();
  }
});
