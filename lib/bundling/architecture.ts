import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Architecture } from "aws-cdk-lib/aws-lambda";

/** In order of preference: arm64 is cheaper. */
const PLATFORMS = [
  { suffix: "linux-arm64", architecture: Architecture.ARM_64 },
  { suffix: "linux-x64", architecture: Architecture.X86_64 },
] as const;

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const listPackages = (suffix: string) => [`@img/sharp-${suffix}`, `@img/sharp-libvips-${suffix}`];

/**
 * Architecture of a built function: arm64, except with sharp, where it is that of sharp's binary, since npm installs
 * the one for the machine it runs on. Throws, naming the command to run, if there is no binary for Lambda's Linux.
 */
export function getArchitecture(asset: string): Architecture {
  const sharp = join(asset, "node_modules/sharp");
  if (!existsSync(sharp)) return Architecture.ARM_64;
  const isInstalled = (name: string) => existsSync(join(asset, "node_modules", name));
  const platform = PLATFORMS.find(({ suffix }) => listPackages(suffix).every(isInstalled));
  if (platform) return platform.architecture;
  const { optionalDependencies } = JSON.parse(readFileSync(join(sharp, "package.json"), "utf8")) as Manifest;
  const packages = listPackages(PLATFORMS[0].suffix).map((name) => `${name}@${optionalDependencies[name]}`);
  // With --os and --cpu npm would remove the machine's own binaries, including the bundler's.
  const command = `npm install --no-save --force ${packages.join(" ")} && npm run build`;
  throw new Error(`${basename(asset)} has no binary of sharp for Lambda's Linux: run "${command}" first.`);
}
