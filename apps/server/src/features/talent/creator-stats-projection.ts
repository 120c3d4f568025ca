import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type ReviewEvent } from '@veranda/core/reviews/events.ts'
import { sql } from 'kysely'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { ensureCreator } from './profile/ensure-creator.ts'
import { updateSearchTexts } from './search/update-search-texts.ts'
import { publishProfileChange } from './profile/publish-profile-change.ts'

/** Creates a page for every user who registers as a creator. */
export const createCreatorPage = eventHandler<AccountEvent<'account.registered'>>(
  'talent-create-creator-page',
  ['account.registered'],
  async ({ tx, event }) => {
    if (event.data.role === 'creator') await ensureCreator(tx, event.data.userId, event.at)
  },
)

/** Creates a page for every user who adds an hourly service, whatever their role, and copies its texts to the search. */
export const createPageOfServices = eventHandler<BookingEvent<'hourly-service.changed'>>(
  'talent-create-page-of-services',
  ['hourly-service.changed'],
  async ({ tx, event }) => {
    const { serviceId, creatorId } = event.data
    const service = await tx
      .selectFrom('hourly_services')
      .select('id')
      .where('id', '=', serviceId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (service) await ensureCreator(tx, creatorId, event.at)
    await updateSearchTexts(tx, creatorId)
    await publishProfileChange(tx, creatorId)
  },
)

/** Notes whether clients find a creator whose hours changed. */
export const updatePageOfHours = eventHandler<BookingEvent<'schedule.changed'>>(
  'talent-update-page-of-hours',
  ['schedule.changed'],
  async ({ tx, event }) => publishProfileChange(tx, event.data.creatorId),
)

/** Copies the user's name to the creator row, where search finds it, and publishes a page whose avatar changed. */
export const copyCreatorName = eventHandler<AccountEvent<'account.changed'>>(
  'talent-copy-creator-name',
  ['account.changed'],
  async ({ tx, event }) => {
    const { userId, fields } = event.data
    if (fields.includes('name')) {
      await sql`
        update creators c set name = u.name, updated_at = ${new Date(event.at)}
        from users u where u.id = c.user_id and c.user_id = ${userId}`.execute(tx)
    } else if (!fields.includes('avatar')) return
    await publishProfileChange(tx, userId)
  },
)

/** Hides the page of a creator whose account is about to be deleted or suspended from the search, or shows it again. */
export const updatePageOfDeletion = eventHandler<
  AccountEvent<
    'account.deletion-scheduled' | 'account.deletion-cancelled' | 'account.suspended' | 'account.suspension-lifted'
  >
>(
  'talent-update-page-of-deletion',
  ['account.deletion-scheduled', 'account.deletion-cancelled', 'account.suspended', 'account.suspension-lifted'],
  async ({ tx, event }) => publishProfileChange(tx, event.data.userId),
)

/** Recounts a creator's stars from all published reviews, so that nothing is counted twice. */
export const updateCreatorRating = eventHandler<ReviewEvent<'review.published'>>(
  'talent-update-rating',
  ['review.published'],
  async ({ tx, event }) => {
    await sql`
      update creators set (rating_sum, rating_count) = (
        select coalesce(sum(r.stars), 0), count(*) from reviews r join commissions k on k.id = r.commission_id
        where r.about_id = ${event.data.about} and k.creator_id = ${event.data.about} and r.published_at is not null
      ), updated_at = ${new Date(event.at)}
      where user_id = ${event.data.about}`.execute(tx)
    await publishProfileChange(tx, event.data.about)
  },
)

/** Recounts the completed commissions of a creator. */
export const updateCompletedCount = eventHandler<CommissionEvent<'commission.completed'>>(
  'talent-update-completed-count',
  ['commission.completed'],
  async ({ tx, event }) => {
    const { creatorId } = event.data
    await sql`
      update creators set completed_count = (
        select count(*) from commissions where creator_id = ${creatorId} and state = 'completed'
      ), updated_at = ${new Date(event.at)}
      where user_id = ${creatorId}`.execute(tx)
    await publishProfileChange(tx, creatorId)
  },
)
