/** One result row. The target limits the ratio of ours to the peer's value or, without a peer, our value itself. */
export type BenchResult = {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly peer?: number
  readonly target?: { readonly max: number } | { readonly min: number }
}

export function ratioOf({ ours, peer }: BenchResult): number | undefined {
  return peer === undefined ? undefined : ours / peer
}

/** Returns true if the result meets its target, or undefined if it has none. */
export function meetsTarget(result: BenchResult): boolean | undefined {
  const { target, ours } = result
  if (!target) return undefined
  const value = ratioOf(result) ?? ours
  return 'max' in target ? value <= target.max : value >= target.min
}

/** Formats the results as a text table. */
export function formatTable(results: readonly BenchResult[]): string {
  const rows = results.map((result) => {
    const { target } = result
    const isMet = meetsTarget(result)
    const ratio = ratioOf(result)
    return [
      result.name,
      `${formatNumber(result.ours)} ${result.unit}`,
      result.peer === undefined ? '' : `${formatNumber(result.peer)} ${result.unit}`,
      ratio === undefined ? '' : ratio.toFixed(2),
      target === undefined ? '' : 'max' in target ? `≤ ${target.max}` : `≥ ${target.min}`,
      isMet === undefined ? '' : isMet ? 'met' : 'NOT MET',
    ]
  })
  const table = [['benchmark', 'ours', 'peer', 'ratio', 'target', ''], ...rows]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const formatRow = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return table.map(formatRow).join('\n')
}

function formatNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3)
}
