/** One line of the table. `most` is a ratio of ours to the peer's, or without a peer a plain bound. */
export type Line = {
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly peer?: number
  readonly bar?: { readonly most: number } | { readonly least: number }
}

export function ratioOf({ ours, peer }: Line): number | undefined {
  return peer === undefined ? undefined : ours / peer
}

/** Whether the line meets its bar; undefined when it has none. */
export function isMet(line: Line): boolean | undefined {
  const { bar, ours } = line
  if (!bar) return undefined
  const value = ratioOf(line) ?? ours
  return 'most' in bar ? value <= bar.most : value >= bar.least
}

/** The lines as one table of text. */
export function printTable(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const { bar } = line
    const met = isMet(line)
    const ratio = ratioOf(line)
    return [
      line.what,
      `${short(line.ours)} ${line.unit}`,
      line.peer === undefined ? '' : `${short(line.peer)} ${line.unit}`,
      ratio === undefined ? '' : ratio.toFixed(2),
      bar === undefined ? '' : 'most' in bar ? `≤ ${bar.most}` : `≥ ${bar.least}`,
      met === undefined ? '' : met ? 'met' : 'NOT MET',
    ]
  })
  const all = [['what', 'ours', 'peer', 'ratio', 'bar', ''], ...rows]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return all.map(lineOf).join('\n')
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3)
}
