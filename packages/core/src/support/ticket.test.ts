import { expect, test } from 'vitest'
import {
  answerTicket,
  replyToTicket,
  solveTicket,
  ticketActions,
  ticketActionsFor,
  ticketStates,
  ticketTransitions,
} from './ticket.ts'

/** A copy of the table, written by hand: the next state, and who may take the step. */
const expected: Readonly<Record<string, string>> = {
  'open answer': 'waiting by admin',
  'open reply': 'open by sender admin',
  'open solve': 'solved by admin',
  'waiting answer': 'waiting by admin',
  'waiting reply': 'open by sender admin',
  'waiting solve': 'solved by admin',
  'solved answer': 'waiting by admin',
  'solved reply': 'open by sender admin',
}

test('a ticket takes the steps of the table and no others', () => {
  const actual = ticketStates.flatMap((state) =>
    ticketActions.flatMap((action) => {
      const row = ticketTransitions.find((one) => one.from === state && one.action === action)
      return row ? [[`${state} ${action}`, `${row.to} by ${row.allowedParties.join(' ')}`]] : []
    }),
  )
  expect(Object.fromEntries(actual)).toEqual(expected)
})

test('whatever a sender writes opens the ticket, also one that is solved', () => {
  for (const state of ticketStates)
    expect(replyToTicket({ state, version: 3 }, 'sender')).toEqual({ ok: true, value: 'open' })
  expect(ticketActionsFor('solved', 'sender')).toEqual(['reply'])
})

test('an admin who has not read the newest text neither answers nor solves', () => {
  for (const decide of [answerTicket, solveTicket]) {
    expect(decide({ state: 'open', version: 3 }, 2)).toMatchObject({ refusal: { code: 'ticket.changed' } })
    expect(decide({ state: 'open', version: 3 }, 3)).toMatchObject({ ok: true })
  }
})

test('a ticket that is solved is not solved once more', () => {
  expect(solveTicket({ state: 'solved', version: 3 }, 3)).toMatchObject({ refusal: { code: 'ticket.already-solved' } })
})
