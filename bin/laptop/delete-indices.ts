/** Deletes the laptop's indices on the node of OpenSearch. */
export async function deleteIndices(searchUrl: string) {
  const { ok, status } = await fetch(`${searchUrl}*`, { method: "DELETE" });
  if (!ok) throw new Error(`OpenSearch at ${searchUrl} answered ${status} and kept the former indices.`);
}
