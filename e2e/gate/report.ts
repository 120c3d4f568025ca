import { type Acknowledgements, acknowledgedKinds } from './load/acknowledgements.ts'

/** One line of the report: a fault, how often, and what it did. */
export type FaultRow = {
  readonly fault: string
  times: number
  acknowledged: number
  lost: number
  doubled: number
  /** From the beginning of an outage to the first 503. */
  slowestFirstUnavailableMs: number | undefined
  slowestUnavailableMs: number | undefined
  slowestHealMs: number | undefined
  /** File handles of the server without clients, before and after; undefined where the process did not survive. */
  handles: readonly [before: number, after: number] | undefined
}

export function formatReport(rows: readonly FaultRow[], acknowledged: Acknowledgements): string {
  const milliseconds = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value)} ms`)
  const table = [
    [
      'fault',
      'times',
      'acknowledged',
      'lost',
      'doubled',
      'slowest first 503',
      'slowest 503',
      'slowest heal',
      'handles',
    ],
    ...rows.map((row) => [
      row.fault,
      String(row.times),
      String(row.acknowledged),
      String(row.lost),
      String(row.doubled),
      milliseconds(row.slowestFirstUnavailableMs),
      milliseconds(row.slowestUnavailableMs),
      milliseconds(row.slowestHealMs),
      row.handles ? row.handles.join(' → ') : '–',
    ]),
  ]
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))),
  )
  const kinds = acknowledgedKinds.map((kind) => `${acknowledged[kind].length} ${kind}`).join(', ')
  return `${lines.map((line) => line.join('  ')).join('\n')}\nacknowledged in all: ${kinds}`
}

/**
 * Returns a finding for each fault that could not be made, if the run has to make all of them: a gate in full that
 * leaves some out has not shown what it is there for.
 */
export function findSkipped(skipped: ReadonlyMap<string, string>, { mustMakeAll }: { mustMakeAll: boolean }): string[] {
  return mustMakeAll
    ? [...skipped].map(([fault, reason]) => `${fault}: skipped, because ${reason}; GATE_WITHOUT_DISKS=1 allows it`)
    : []
}

type TimeField = 'slowestFirstUnavailableMs' | 'slowestUnavailableMs' | 'slowestHealMs'

/** Raises a time of a line to `value`, if that is longer. */
export function raise(row: FaultRow, field: TimeField, value: number | undefined): void {
  if (value !== undefined) row[field] = Math.max(row[field] ?? 0, value)
}
