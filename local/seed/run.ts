import { parseArgs } from "node:util";
import { SeedError } from "#local/seed/client.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#local/seed/people.ts";
import { seed } from "#local/seed/seed.ts";

const { values } = parseArgs({
  options: {
    origin: { type: "string", default: `http://localhost:${process.env.PORT || 3000}` },
    pictures: { type: "string", default: ".local/seed-pictures" },
  },
});

try {
  await seed({
    origin: values.origin,
    picturesDir: values.pictures,
    onProgress: (published, total) => console.log(`Demo artwork: ${published} of ${total}`),
  });
  const names = DEMO_ACCOUNTS.map(({ userUsername }) => userUsername).join(" and ");
  console.log(`Log in as ${names} with the password ${DEMO_PASSWORD}`);
} catch (error) {
  if (!(error instanceof SeedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
