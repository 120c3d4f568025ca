import { ok, refuse, type Result } from '../result.ts'

export const ticketStates = ['open', 'waiting', 'solved'] as const
export type TicketState = (typeof ticketStates)[number]
export const ticketActions = ['answer', 'reply', 'solve'] as const
export type TicketAction = (typeof ticketActions)[number]
export type TicketParty = 'sender' | 'admin'

type TicketTransition = {
  readonly from: TicketState
  readonly action: TicketAction
  readonly to: TicketState
  readonly allowedParties: readonly TicketParty[]
}

/**
 * The states of a support ticket: `open` waits for us, `waiting` for its sender. Whatever the sender writes opens it
 * again; an admin adds what the sender wrote by mail.
 */
export const ticketTransitions: readonly TicketTransition[] = [
  { from: 'open', action: 'answer', to: 'waiting', allowedParties: ['admin'] },
  { from: 'waiting', action: 'answer', to: 'waiting', allowedParties: ['admin'] },
  { from: 'solved', action: 'answer', to: 'waiting', allowedParties: ['admin'] },
  { from: 'open', action: 'reply', to: 'open', allowedParties: ['sender', 'admin'] },
  { from: 'waiting', action: 'reply', to: 'open', allowedParties: ['sender', 'admin'] },
  { from: 'solved', action: 'reply', to: 'open', allowedParties: ['sender', 'admin'] },
  { from: 'open', action: 'solve', to: 'solved', allowedParties: ['admin'] },
  { from: 'waiting', action: 'solve', to: 'solved', allowedParties: ['admin'] },
]

type VersionedTicket = { readonly state: TicketState; readonly version: number }

/** Returns what a party may do with a ticket. */
export function ticketActionsFor(state: TicketState, viewer: TicketParty): TicketAction[] {
  return ticketTransitions
    .filter(({ from, allowedParties }) => from === state && allowedParties.includes(viewer))
    .map(({ action }) => action)
}

/** Decides an answer of an admin to what they have read. Refuses ticket.changed (conflict). */
export function answerTicket(ticket: VersionedTicket, expected: number): Result<TicketState> {
  return stepOf(ticket, 'answer', 'admin', expected)
}

/** Decides what the sender writes, which is never refused: they may not have read the last answer. */
export function replyToTicket(ticket: VersionedTicket, by: TicketParty): Result<TicketState> {
  return stepOf(ticket, 'reply', by)
}

/** Decides that a ticket is solved. Refuses ticket.already-solved and ticket.changed (conflict). */
export function solveTicket(ticket: VersionedTicket, expected: number): Result<TicketState> {
  return stepOf(ticket, 'solve', 'admin', expected)
}

function stepOf(
  { state, version }: VersionedTicket,
  action: TicketAction,
  by: TicketParty,
  expected = version,
): Result<TicketState> {
  const transition = ticketTransitions.find((row) => row.from === state && row.action === action)
  // Only a ticket that is solved has no row for an action: it cannot be solved once more.
  if (!transition?.allowedParties.includes(by)) return refuse('ticket.already-solved', 'conflict')
  if (expected !== version) return refuse('ticket.changed', 'conflict', { detail: { current: version } })
  return ok(transition.to)
}
