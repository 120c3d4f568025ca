import { type requestChangesBody } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { deliverableStateAfter } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { requestChanges as decide } from '@veranda/core/commissions/milestones/milestone.ts'
import { addPinToRound } from '@veranda/core/commissions/pins/pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Db } from '../../../platform/db/database.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { insertChangeRound, setDeliverableState, versionRefOf } from '../deliverables/deliverable.repository.ts'
import { toPlainText } from '../pins/pin-message.ts'
import { linkItemsToMessages, linkItemsToPins, lockPin, savePin } from '../pins/pin.repository.ts'
import { scheduleDueTimer } from './due-dates/due-timer.ts'
import { lockMilestoneFor, saveMilestone } from './milestone.repository.ts'
import { readMilestone } from './read-milestone.ts'

type Body = z.output<typeof requestChangesBody>

/**
 * Sends a version back with the selected pins and written items, some of them from the chat, as one round of changes.
 */
export async function requestChanges(ctx: CommandContext, id: string, body: Body): Promise<Result<MilestoneView>> {
  const { tx, clock } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const round = locked.value.milestone.round + 1
  const pinIds = [...new Set(body.pinIds)]
  const roundPins = await addPinsToRound(ctx, id, pinIds, round)
  if (!roundPins.ok) return roundPins
  const fromChat = await findChatMessages(tx, locked.value.agreement.projectId, body)
  if (!fromChat.ok) return fromChat
  const items = [...roundPins.value.map(({ text }) => text), ...body.items]
  const requested = await requestRound(ctx, id, { ...body, items })
  if (!requested.ok) return requested
  for (const { pin } of roundPins.value) await savePin(tx, pin, clock.now())
  await linkItemsToPins(tx, id, round, pinIds)
  await linkItemsToMessages(tx, id, round, fromChat.value, pinIds.length)
  return readMilestone(ctx, id)
}

/** Sends one exact version back with its change items, which uses one of the agreed rounds. */
async function requestRound(
  ctx: CommandContext,
  id: string,
  body: Pick<Body, 'deliverableId' | 'hash' | 'items' | 'expected'>,
): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const input = { ...versionRefOf(body), items: body.items, expected: body.expected }
  const decided = decide(milestone, agreement, party, input, by.at)
  if (!decided.ok) return decided
  const { next, event, items } = decided.value
  await saveMilestone(tx, agreement, [next], by.at)
  await setDeliverableState(tx, event.data.deliverableId, deliverableStateAfter['request-changes'])
  await scheduleDueTimer(tx, next, agreement, by.at)
  await insertChangeRound(tx, { ...event.data, items, ids: deps.ids }, by.at)
  await appendCommissionEvent(tx, event, by)
  return readMilestone(ctx, id)
}

/** Returns the pins in the order of the request with the text of each; locks them in the order of their ids. */
async function addPinsToRound({ tx }: CommandContext, milestoneId: string, ids: readonly string[], round: number) {
  const lockedPins = new Map<string, NonNullable<Awaited<ReturnType<typeof lockPin>>>>()
  for (const id of ids.toSorted()) {
    const pin = await lockPin(tx, id)
    if (!pin || pin.milestoneId !== milestoneId) return refuse('pin.not-found', 'not-found', { field: 'pinIds' })
    const sent = addPinToRound(pin, round)
    if (!sent.ok) return sent
    lockedPins.set(id, sent.value)
  }
  const messages = await tx
    .selectFrom('pin_messages')
    .leftJoin('voice_notes as v', 'v.message_id', 'id')
    .select(['id', 'pin_id', 'text', 'v.milliseconds'])
    .where('pin_id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('pin_messages.created_at')
    .orderBy('id')
    .execute()
  const sent = [...lockedPins].map(([id, pin]) => {
    const thread = messages.filter((one) => one.pin_id === id)
    const asked = thread.find((one) => pin.kind === 'change' && one.id === pin.requestMessageId) ?? thread[0]
    return { pin, text: asked ? toPlainText({ text: asked.text, milliseconds: asked.milliseconds }) : '' }
  })
  return ok(ids.flatMap((id) => sent.find(({ pin }) => pin.id === id) ?? []))
}

/** Links an item (index from 0) to the chat message it came from. */
type ItemFromMessage = { readonly item: number; readonly id: string }

/**
 * Checks that the messages named by items exist in the project's own chat, of which the caller is a member. Refuses
 * changes.message-not-found (not-found).
 */
async function findChatMessages(
  db: Db,
  projectId: string,
  { items, messages }: { readonly items: readonly string[]; readonly messages: readonly ItemFromMessage[] },
): Promise<Result<readonly ItemFromMessage[]>> {
  if (messages.length === 0) return ok([])
  const ids = [...new Set(messages.map(({ id }) => id))]
  const { rows } = await sql<{ id: string }>`
    select m.id from messages m join conversations c on c.id = m.conversation_id
    where m.id = any(${ids}::uuid[]) and c.project_id = ${projectId} and m.deleted_at is null`.execute(db)
  const foundIds = new Set(rows.map(({ id }) => id))
  const missingIndex = messages.findIndex(({ id, item }) => !foundIds.has(id) || item >= items.length)
  if (missingIndex >= 0) return refuse('changes.message-not-found', 'not-found', { field: `messages.${missingIndex}` })
  return ok(messages)
}
