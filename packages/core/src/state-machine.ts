import { type Result, ok, refuse } from './result.ts'

/** The parties that act: the two sides of an agreement, an admin, or the system (a timer or webhook). */
export const parties = ['client', 'creator', 'admin', 'system'] as const
export type Party = (typeof parties)[number]

/** One row of a table of states: a step that a party can take today. `from: null` brings the thing into being. */
export type Transition<State extends string, Action extends string> = {
  readonly from: State | null
  readonly action: Action
  readonly to: State
  readonly allowedParties: readonly Party[]
}

/** A state table with its error codes. At most one row has the same `from` and `action`. */
export type StateMachine<State extends string, Action extends string> = {
  readonly transitions: readonly Transition<State, Action>[]
  readonly codes: {
    /**
     * When the action does not fit the state. An action that brings the thing into being needs none: what exists already
     * makes it stale.
     */
    readonly wrongState: Readonly<Partial<Record<Action, string>>>
    /** When the step belongs to another party. A machine whose callers name the party themselves has none. */
    readonly notYourStep?: string
    /** When the row has another version. A machine whose callers hold the row's lock and expect no version has none. */
    readonly stale?: string
  }
}

/** Returns the row for an action in a state, for any party. */
export function findTransition<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  from: State | null,
  action: Action,
): Transition<State, Action> | undefined {
  return machine.transitions.find((transition) => transition.from === from && transition.action === action)
}

/**
 * Decides whether `by` may take the action now, and returns the next state. Refuses, in this order: the action does not
 * fit the state (conflict), it belongs to another party (not-allowed), or `expectedVersion` is not the version of the row
 * (conflict, with `current`). Throws where the machine has no code for the refusal, because then it is a bug.
 */
export function applyTransition<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  row: { readonly state: State; readonly version: number } | null,
  action: Action,
  by: Party,
  expectedVersion?: number,
): Result<State> {
  const { codes } = machine
  const transition = findTransition(machine, row?.state ?? null, action)
  if (!transition) {
    const code = requiredCode(codes.wrongState[action] ?? codes.stale, action, by)
    return refuse(code, 'conflict', { detail: { state: row?.state ?? 'new' } })
  }
  if (!transition.allowedParties.includes(by)) {
    return refuse(requiredCode(codes.notYourStep, action, by), 'not-allowed', { detail: { action, party: by } })
  }
  if (row && expectedVersion !== undefined && expectedVersion !== row.version) {
    return refuse(requiredCode(codes.stale, action, by), 'conflict', { detail: { current: row.version } })
  }
  return ok(transition.to)
}

function requiredCode(code: string | undefined, action: string, by: Party): string {
  if (code === undefined) throw new Error(`the machine has no code that refuses ${action} by ${by}`)
  return code
}

/**
 * Decides as `applyTransition` does, and returns the row narrowed to the states that the action starts from, so that
 * their own fields need no check. `isFrom` and the table say the same; if they differ that is a bug, which throws.
 */
export function stepFrom<
  State extends string,
  Action extends string,
  Row extends { readonly state: State; readonly version: number },
  From extends Row,
>(
  machine: StateMachine<State, Action>,
  row: Row,
  isFrom: (row: Row) => row is From,
  action: Action,
  by: Party,
  expectedVersion?: number,
): Result<From> {
  const step = applyTransition(machine, row, action, by, expectedVersion)
  if (!step.ok) return step
  if (!isFrom(row)) throw new Error(`the table lets ${action} start from ${row.state}`)
  return ok(row)
}

/** Returns the actions a party may take in a state, in the order of the table. */
export function allowedActions<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  from: State | null,
  by: Party,
): Action[] {
  return machine.transitions
    .filter((transition) => transition.from === from && transition.allowedParties.includes(by))
    .map((transition) => transition.action)
}
