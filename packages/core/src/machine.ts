import { type Result, ok, refuse } from './result.ts'

/** Who acts: the two sides of an agreement, an operator of the platform, or a timer or webhook. */
export const parties = ['client', 'creator', 'operator', 'system'] as const
export type Party = (typeof parties)[number]

/**
 * One row of a table of states. `from: null` brings the thing into being; `to: 'former'` returns to the state before.
 * A row marked `later` belongs to the agreement but cannot be taken yet.
 */
export type Step<State extends string, Action extends string> = {
  readonly from: State | null
  readonly action: Action
  readonly to: State | 'former'
  readonly who: readonly Party[]
  readonly later?: true
}

/** A table of states with the codes of its refusals. At most one row has the same `from` and `action`. */
export type Machine<State extends string, Action extends string> = {
  readonly steps: readonly Step<State, Action>[]
  readonly codes: {
    /** When the action does not fit the state. */
    readonly wrongState: Readonly<Record<Action, string>>
    readonly notYourStep: string
    readonly notYet: string
    readonly stale: string
  }
}

/** The row for an action in a state, whoever acts. */
export function stepOf<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  from: State | null,
  action: Action,
): Step<State, Action> | undefined {
  return machine.steps.find((step) => step.from === from && step.action === action)
}

/**
 * Decides whether `by` may take the action now, and to which state it leads. Refuses, in this order: the action does
 * not fit the state (conflict), it is another party's step (not-allowed), it cannot be taken yet (unavailable), or
 * `expected` names another version of the row than it has (conflict, with `current`).
 */
export function takeStep<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  row: { readonly state: State; readonly version: number } | null,
  action: Action,
  by: Party,
  expected?: number,
): Result<State | 'former'> {
  const { codes } = machine
  const step = stepOf(machine, row?.state ?? null, action)
  if (!step) return refuse(codes.wrongState[action], 'conflict', { detail: { state: row?.state ?? 'new' } })
  if (!step.who.includes(by)) return refuse(codes.notYourStep, 'not-allowed', { detail: { action, party: by } })
  if (step.later) return refuse(codes.notYet, 'unavailable', { detail: { action } })
  if (row && expected !== undefined && expected !== row.version) {
    return refuse(codes.stale, 'conflict', { detail: { current: row.version } })
  }
  return ok(step.to)
}

/** The actions that a party may take in a state today, in the order of the table; none for a guest. */
export function actionsOf<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  from: State | null,
  by: Party | 'guest',
): Action[] {
  if (by === 'guest') return []
  return machine.steps.filter((s) => s.from === from && s.who.includes(by) && !s.later).map((s) => s.action)
}
