import { type Party, takeStep } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { type Deal, type Decision } from './deal.ts'
import { type NamedVersion, checkNamed } from './deliverable.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

export const changeLimits = { items: 50, text: 2_000 } as const

/**
 * The client sends the named version back with concrete items: the round counts up, the work is due anew in 7 days.
 * Refuses deliverable.other-version (conflict), changes.no-items, changes.empty-item, changes.item-too-long and
 * changes.too-many-items (invalid), and milestone.rounds-used (conflict, with `rounds`).
 */
export function requestChanges(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  input: NamedVersion & { readonly items: readonly string[]; readonly expected: number },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.changes-requested'>> & { readonly items: readonly string[] }> {
  const step = takeStep(milestoneMachine, milestone, 'request-changes', by, input.expected)
  if (!step.ok) return step
  if (!milestone.submission)
    return refuse('milestone.not-submitted', 'conflict', { detail: { state: milestone.state } })
  const named = checkNamed(input, milestone.submission)
  if (!named.ok) return named
  const items = checkItems(input.items)
  if (!items.ok) return items
  if (milestone.round >= deal.reviewRounds) {
    return refuse('milestone.rounds-used', 'conflict', { detail: { rounds: deal.reviewRounds } })
  }
  const { deliverableId, hash } = milestone.submission
  const round = milestone.round + 1
  const dueAt = after(now, deal.rates.changesDue)
  return ok({
    items: items.value,
    next: { ...milestone, state: 'changes_requested', submission: null, round, dueAt, version: milestone.version + 1 },
    event: {
      type: 'milestone.changes-requested',
      data: { ...factsOf(milestone, deal), deliverableId, hash, round, items: items.value.length, dueAt },
    },
  })
}

function checkItems(texts: readonly string[]): Result<string[]> {
  if (texts.length === 0) return refuse('changes.no-items', 'invalid', { field: 'items' })
  if (texts.length > changeLimits.items) {
    return refuse('changes.too-many-items', 'invalid', { field: 'items', detail: { max: changeLimits.items } })
  }
  const items = texts.map((text) => text.trim())
  for (const [index, item] of items.entries()) {
    const field = `items.${index}`
    if (item === '') return refuse('changes.empty-item', 'invalid', { field })
    if (item.length > changeLimits.text) {
      return refuse('changes.item-too-long', 'invalid', { field, detail: { max: changeLimits.text } })
    }
  }
  return ok(items)
}
