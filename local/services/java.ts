import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const OLDEST_JAVA = 17;

/** Homebrew's JDK is keg-only: it is neither in PATH nor in JAVA_HOME. */
const HOMEBREW = ["/opt/homebrew/opt/openjdk/bin/java", "/usr/local/opt/openjdk/bin/java"];

type Environment = Record<string, string | undefined>;

/** The path of Java 17 or newer; throws a one-line error that says how to install it otherwise. */
export async function findJava(environment: Environment = process.env): Promise<string> {
  const home = environment.JAVA_HOME;
  const candidates = [...(home ? [join(home, "bin", "java")] : []), "java", ...HOMEBREW];
  for (const candidate of candidates) {
    const version = await readVersion(candidate, environment);
    if (version >= OLDEST_JAVA) return candidate;
  }
  throw new Error(
    `DynamoDB Local needs Java ${OLDEST_JAVA} or newer, and none was found in JAVA_HOME or PATH. Install it: ${installCommand()}`,
  );
}

/** The feature version in the output of `java -version`, or 0 (Java 8 reports 1.8). */
export function parseJavaVersion(text: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number(first === "1" ? second : first) || 0;
}

async function readVersion(java: string, environment: Environment): Promise<number> {
  try {
    const { stdout, stderr } = await promisify(execFile)(java, ["-version"], {
      env: { ...process.env, ...environment },
      timeout: 10_000,
    });
    return parseJavaVersion(stderr + stdout);
  } catch {
    return 0;
  }
}

function installCommand(): string {
  if (process.platform === "darwin") return "brew install openjdk";
  if (process.platform === "win32") return "winget install EclipseAdoptium.Temurin.21.JRE";
  return "sudo apt-get install -y openjdk-17-jre-headless";
}
