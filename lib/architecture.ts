import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Architecture } from "aws-cdk-lib/aws-lambda";

/** Preferred first: arm64 is the cheaper one. */
const PLATFORMS = [
  { suffix: "linux-arm64", architecture: Architecture.ARM_64 },
  { suffix: "linux-x64", architecture: Architecture.X86_64 },
] as const;

interface Manifest {
  readonly version: string;
}

/**
 * What a built function runs on. Everything runs on arm64, but a function with sharp on what sharp's binary was made for:
 * npm installs that of the machine it runs on. Throws, naming the command to run, where neither of Lambda's Linux is there.
 */
export function architectureOf(asset: string): Architecture {
  const sharp = join(asset, "node_modules/sharp");
  if (!existsSync(sharp)) return Architecture.ARM_64;
  const binaries = join(asset, "node_modules/@img");
  const installed = existsSync(binaries) ? readdirSync(binaries) : [];
  const platform = PLATFORMS.find(({ suffix }) =>
    [`sharp-${suffix}`, `sharp-libvips-${suffix}`].every((name) => installed.includes(name)),
  );
  if (platform) return platform.architecture;
  const { version } = JSON.parse(readFileSync(join(sharp, "package.json"), "utf8")) as Manifest;
  const command = `npm install --no-save --os=linux --cpu=arm64 --libc=glibc sharp@${version} && npm run build`;
  throw new Error(`${basename(asset)} has no binary of sharp for Lambda's Linux: run "${command}" first.`);
}
