import { type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { type pinRoundBody } from '@veranda/contract/pins/schemas.ts'
import { sendPin } from '@veranda/core/commissions/pins/change-pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import type * as z from 'zod/mini'
import { type At } from '../at.ts'
import { ownMilestone } from '../milestones/own-milestone.ts'
import { readMilestone } from '../milestones/read-milestone.ts'
import { requestChanges } from '../milestones/request-changes.ts'
import { findChatMessages } from './find-chat-messages.ts'
import { spoken } from './message.ts'
import { linkItems, linkMessages, lockPin, savePin } from './rows.ts'

type Body = z.output<typeof pinRoundBody>

/**
 * The client sends a version back with the pins that are ticked and what is written besides, some of it said in the chat
 * before: one round.
 */
export async function requestPinnedChanges(at: At, id: string, body: Body): Promise<Result<MilestoneView>> {
  const { tx, clock } = at
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const round = own.value.milestone.round + 1
  const pinIds = [...new Set(body.pinIds)]
  const pinned = await sendPins(at, id, pinIds, round)
  if (!pinned.ok) return pinned
  const said = await findChatMessages(tx, own.value.deal.projectId, body)
  if (!said.ok) return said
  const items = [...pinned.value.map(({ text }) => text), ...body.items]
  const done = await requestChanges(at, id, { ...body, items })
  if (!done.ok) return done
  for (const { pin } of pinned.value) await savePin(tx, pin, clock.now())
  await linkItems(tx, id, round, pinIds)
  await linkMessages(tx, id, round, said.value, pinIds.length)
  return readMilestone(at, id)
}

/** The pins in the order of the request with what each asks; they are held one after the other by their ids. */
async function sendPins({ tx }: At, milestoneId: string, ids: readonly string[], round: number) {
  const held = new Map<string, NonNullable<Awaited<ReturnType<typeof lockPin>>>>()
  for (const id of ids.toSorted()) {
    const pin = await lockPin(tx, id)
    if (!pin || pin.milestoneId !== milestoneId) return refuse('pin.not-found', 'not-found', { field: 'pinIds' })
    const sent = sendPin(pin, round)
    if (!sent.ok) return sent
    held.set(id, sent.value)
  }
  const messages = await tx
    .selectFrom('pin_messages')
    .leftJoin('voice_notes as v', 'v.message_id', 'id')
    .select(['id', 'pin_id', 'text', 'v.milliseconds'])
    .where('pin_id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('pin_messages.created_at')
    .orderBy('id')
    .execute()
  const sent = [...held].map(([id, pin]) => {
    const thread = messages.filter((one) => one.pin_id === id)
    const asked = thread.find((one) => one.id === pin.askedMessageId) ?? thread[0]
    return { pin, text: asked ? spoken({ text: asked.text, milliseconds: asked.milliseconds }) : '' }
  })
  return ok(ids.flatMap((id) => sent.find(({ pin }) => pin.id === id) ?? []))
}
