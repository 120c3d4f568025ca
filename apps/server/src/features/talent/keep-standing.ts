import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type ReviewEvent } from '@veranda/core/reviews/events.ts'
import { sql } from 'kysely'
import { reaction } from '../../log/react.ts'
import { becomeCreator } from './become-creator.ts'

/** Whoever registers as a creator has a page from the first moment. */
export const openPage = reaction<AccountEvent<'account.registered'>>(
  'talent-open-page',
  ['account.registered'],
  async ({ tx, event }) => {
    if (event.data.role === 'creator') await becomeCreator(tx, event.data.personId, event.at)
  },
)

/** The name stands with the creator, where the search finds it. */
export const copyName = reaction<AccountEvent<'account.changed'>>(
  'talent-copy-name',
  ['account.changed'],
  async ({ tx, event }) => {
    if (!event.data.fields.includes('name')) return
    await sql`
      update creators c set name = p.name, updated_at = ${new Date(event.at)}
      from people p where p.id = c.person_id and c.person_id = ${event.data.personId}`.execute(tx)
  },
)

/** The stars of somebody as a creator, counted anew from the published reviews, so that nothing is counted twice. */
export const countStars = reaction<ReviewEvent<'review.published'>>(
  'talent-count-stars',
  ['review.published'],
  async ({ tx, event }) => {
    await sql`
      update creators set (rating_sum, rating_count) = (
        select coalesce(sum(r.stars), 0), count(*) from reviews r join commissions k on k.id = r.commission_id
        where r.about_id = ${event.data.about} and k.creator_id = ${event.data.about} and r.published_at is not null
      ), updated_at = ${new Date(event.at)}
      where person_id = ${event.data.about}`.execute(tx)
  },
)

/** How many commissions somebody has brought to an end. */
export const countCompleted = reaction<CommissionEvent<'commission.completed'>>(
  'talent-count-completed',
  ['commission.completed'],
  async ({ tx, event }) => {
    const { creatorId } = event.data
    await sql`
      update creators set completed_count = (
        select count(*) from commissions where creator_id = ${creatorId} and state = 'completed'
      ), updated_at = ${new Date(event.at)}
      where person_id = ${creatorId}`.execute(tx)
  },
)
