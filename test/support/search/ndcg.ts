/** The first ten results by their grades, beside the best ten that there could be: 1 is perfect. */
export function toNdcg(found: readonly string[], grades: ReadonlyMap<string, number>) {
  const getGain = (values: readonly number[]) =>
    values.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const best = getGain([...grades.values()].sort((a, b) => b - a));
  return best === 0 ? 1 : getGain(found.map((id) => grades.get(id) ?? 0)) / best;
}
