import { type AskConsentBody } from '@veranda/contract/talent/consents/schemas.ts'
import { type Listing } from '@veranda/contract/talent/listing/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { checkAsk, type WorkClient } from '@veranda/core/talent/consents/work-consent.ts'
import { sql } from 'kysely'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { ensureCreator } from '../profile/ensure-creator.ts'
import { readListing } from '../listing/read-listing.ts'
import { appendConsentEvent } from './consent-events.ts'

/**
 * Asks the client of one of the creator's projects whether a portfolio item may be shown to strangers. Until they agree
 * it is hidden from them. Refuses portfolio.item-not-found, project.not-found and what `checkAsk` refuses.
 */
export async function askWorkConsent(
  { tx, actor, deps }: CommandContext,
  itemId: string,
  { projectId }: AskConsentBody,
): Promise<Result<Listing>> {
  const now = deps.clock.now()
  const item = await tx
    .selectFrom('portfolio_items')
    .select(['id', 'title'])
    .where('id', '=', itemId)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    // Locked, so that two calls do not name two clients.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) return refuse('portfolio.item-not-found', 'not-found')
  const project = await tx
    .selectFrom('commissions')
    .select('client_id')
    .where('project_id', '=', projectId)
    .where('creator_id', '=', actor.id)
    .where('state', 'in', ['active', 'completed'])
    .executeTakeFirst()
  if (!project) return refuse('project.not-found', 'invalid', { field: 'projectId' })
  const { rows: clients } = await sql<WorkClient>`
    select v.project_id as "projectId", w.state
    from client_works v left join work_consents w on w.item_id = v.item_id and w.project_id = v.project_id
    where v.item_id = ${item.id}`.execute(tx)
  const decided = checkAsk(clients, projectId)
  if (!decided.ok) return decided
  await ensureCreator(tx, actor.id, now)
  const asked = await tx
    .insertInto('work_consents')
    .values({
      id: deps.ids.next(),
      item_id: item.id,
      project_id: projectId,
      creator_id: actor.id,
      client_id: project.client_id,
      state: decided.value,
      asked_at: new Date(now),
      answered_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const cause = { actor: actor.id, at: now }
  await appendConsentEvent(tx, 'work-consent.asked', { ...asked, title: item.title }, cause)
  return ok(await readListing(tx, actor.id))
}
