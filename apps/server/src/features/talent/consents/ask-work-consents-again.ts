import { applyTransition } from '@veranda/core/state-machine.ts'
import { workConsentMachine } from '@veranda/core/talent/consents/work-consent.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendConsentEvent } from './consent-events.ts'

/** Asks the clients who allowed a portfolio item once more, because another work has taken its place. */
export async function askWorkConsentsAgain({ tx, actor, deps }: CommandContext, itemId: string): Promise<void> {
  const now = deps.clock.now()
  const rows = await tx
    .selectFrom('work_consents as w')
    .innerJoin('portfolio_items as x', 'x.id', 'w.item_id')
    .selectAll('w')
    .select('x.title')
    .where('w.item_id', '=', itemId)
    .forUpdate('w')
    .execute()
  for (const row of rows) {
    const decided = applyTransition(workConsentMachine, row, 'ask-again', 'system')
    if (!decided.ok) continue
    const version = row.version + 1
    await tx
      .updateTable('work_consents')
      .set({ state: decided.value, version, asked_at: new Date(now), answered_at: null })
      .where('id', '=', row.id)
      .execute()
    await appendConsentEvent(tx, 'work-consent.asked', { ...row, version }, { actor: actor.id, at: now })
  }
}
