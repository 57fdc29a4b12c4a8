// Read by any Node, however old: what follows it is TypeScript, which only newer ones run.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old for Ochre, and the Node 24 of its own is missing: run "npm ci" without --ignore-scripts.`,
  );
  process.exit(1);
}
