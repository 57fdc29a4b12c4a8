import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { run } from "./project-copy.ts";

const bucket = (BucketName: string) => ({ Type: "AWS::S3::Bucket", Properties: { BucketName } });
const topic = { Type: "AWS::SNS::Topic", Properties: { DisplayName: "Alarms" } };

/** The tool's output for two syntheses, each a record of templates by stack name. */
async function getDifference(name: string, ...sides: readonly Readonly<Record<string, object>>[]) {
  const folders = sides.map((_, index) => join(inject("temporaryFolder"), `templates-${name}-${index}`));
  for (const [index, folder] of folders.entries()) {
    await mkdir(folder);
    for (const [stack, Resources] of Object.entries(sides[index] ?? {}))
      await writeFile(join(folder, `${stack}.template.json`), JSON.stringify({ Resources }));
  }
  return run(join(import.meta.dirname, "../.."), "tools/template-diff.ts", ...folders);
}

test("a difference lists replaced and deleted resources first, then every change", async () => {
  const { output } = await getDifference(
    "changed",
    { shop: { Pictures: bucket("a"), Old: topic } },
    { shop: { Pictures: bucket("b"), New: topic } },
  );
  expect(output).toContain("- **Pictures** (AWS::S3::Bucket) is replaced by a new one");
  expect(output).toContain("- **Old** (AWS::SNS::Topic) is deleted");
  expect(output).toContain("[+] AWS::SNS::Topic New");
  expect(output.indexOf("is deleted")).toBeLessThan(output.indexOf("~~~~"));
});

test("a new template is listed, and an unchanged one isn't", async () => {
  const { output } = await getDifference(
    "added",
    { shop: { Pictures: bucket("a") } },
    { shop: { Pictures: bucket("a") }, routes: { New: topic } },
  );
  expect(output).toContain("### routes");
  expect(output).not.toContain("### shop");
});

test("without a difference it prints that nothing changes", async () => {
  const { output } = await getDifference("same", { shop: { New: topic } }, { shop: { New: topic } });
  expect(output.trim()).toBe("## Templates\n\nNothing changes.");
});
