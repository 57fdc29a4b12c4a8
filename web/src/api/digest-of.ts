/** The SHA-256 of a file or a text, in lower-case hex. */
export async function digestOf(content: Blob | string): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : await content.arrayBuffer();
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
