import { agree, draftMilestones } from '@veranda/core/commissions/agree.ts'
import { type Deal } from '@veranda/core/commissions/deal.ts'
import { type OfferContent } from '@veranda/core/commissions/offer-content.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { tell } from '../tell.ts'
import { insertMilestone } from './rows.ts'

/** Makes the milestones of an accepted version; they wait for their money. */
export async function agreeMilestones({ tx, clock, deps }: At, content: OfferContent, deal: Deal): Promise<void> {
  const now = clock.now()
  for (const draft of draftMilestones(content, () => branded(deps.ids.next()))) {
    const agreed = agree(draft, deal)
    if (!agreed.ok) throw new Error(`a fresh milestone was refused: ${agreed.refusal.code}`)
    const description = content.milestones[draft.number - 1]?.description ?? ''
    await insertMilestone(tx, agreed.value.next, deal, description, now)
    await tell(tx, agreed.value.event, { actor: null, at: now })
  }
}
