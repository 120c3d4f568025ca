import { type Party, takeStep } from '../../machine.ts'
import { type PersonId, type PinMessageId } from '../../ids.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import { type Pin, pinUndo } from './pin.ts'
import { type PinAction, pinMachine } from './pin-states.ts'

/** Who acts on a pin: a side of the agreement or a guest of the project. */
export type PinActor = { readonly id: PersonId; readonly party: Party | 'guest' }

const deciding = (party: PinActor['party']): party is 'client' | 'creator' => party === 'client' || party === 'creator'

/** Closes or opens a pin. Refuses pin.not-your-step, pin.not-open, pin.not-closed and pin.stale. */
export function movePin(pin: Pin, action: PinAction, by: PinActor, expected: number): Result<Pin> {
  if (by.party === 'guest') return refuse('pin.not-your-step', 'not-allowed', { detail: { action } })
  const step = takeStep(pinMachine, pin, action, by.party, expected)
  if (!step.ok) return step
  const state = step.value === 'former' ? pin.state : step.value
  return ok({ ...pin, state, version: pin.version + 1 })
}

/** Whether this person may say where the pin belongs: either side, and a guest their own. */
export function mayPlace(pin: Pin, by: PinActor): boolean {
  return pin.removed === null && (deciding(by.party) || pin.authorId === by.id)
}

/** Sets it on a version by hand. Refuses pin.not-your-step and pin.stale. */
export function placePin(pin: Pin, by: PinActor, expected: number): Result<Pin> {
  if (!mayPlace(pin, by)) return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'place' } })
  return bumped(pin, expected)
}

/** Whether this person may ask for a change by it: the client alone, and only before it was sent with a round. */
export function mayAsk(pin: Pin, by: PinActor): boolean {
  return by.party === 'client' && pin.removed === null && pin.round === null && pin.state === 'open'
}

/**
 * A message of its thread becomes what the client asks to be changed; null makes it a remark again. Refuses
 * pin.not-your-step (not-allowed), pin.already-sent, pin.not-open and pin.stale (conflict).
 */
export function askByPin(pin: Pin, by: PinActor, messageId: PinMessageId | null, expected: number): Result<Pin> {
  if (by.party !== 'client') return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'ask' } })
  if (pin.round !== null) return refuse('pin.already-sent', 'conflict', { detail: { round: pin.round } })
  if (pin.state !== 'open') return refuse('pin.not-open', 'conflict', { detail: { state: pin.state } })
  const next = bumped(pin, expected)
  if (!next.ok) return next
  return ok({ ...next.value, kind: messageId === null ? 'remark' : 'change', askedMessageId: messageId })
}

/** Whether this person may take it away: its author, as long as nobody answered and it was not sent with a round. */
export function mayRemove(pin: Pin, by: PinActor): boolean {
  return pin.removed === null && pin.authorId === by.id && !pin.answered && pin.round === null
}

/** Takes it away. Refuses pin.not-your-step (not-allowed), pin.answered, pin.already-sent and pin.stale (conflict). */
export function removePin(pin: Pin, by: PinActor, expected: number, now: Instant): Result<Pin> {
  if (pin.authorId !== by.id) return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'remove' } })
  if (pin.round !== null) return refuse('pin.already-sent', 'conflict', { detail: { round: pin.round } })
  if (pin.answered) return refuse('pin.answered', 'conflict')
  const next = bumped(pin, expected)
  return next.ok ? ok({ ...next.value, removed: { at: now, by: by.id } }) : next
}

/** Brings it back within ten minutes. Refuses pin.not-removed (conflict), pin.not-your-step and pin.undo-over (expired). */
export function restorePin(pin: Pin, by: PinActor, now: Instant): Result<Pin> {
  if (!pin.removed) return refuse('pin.not-removed', 'conflict')
  if (pin.removed.by !== by.id) return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'restore' } })
  if (now - pin.removed.at > pinUndo) return refuse('pin.undo-over', 'expired')
  return ok({ ...pin, removed: null, version: pin.version + 1 })
}

/** Marks it as sent with a round of changes. Refuses pin.not-open and pin.already-sent (conflict). */
export function sendPin(pin: Pin, round: number): Result<Pin> {
  if (pin.removed || pin.state !== 'open') {
    return refuse('pin.not-open', 'conflict', { field: 'pinIds', detail: { state: pin.state } })
  }
  return ok({ ...pin, kind: 'change', round, version: pin.version + 1 })
}

function bumped(pin: Pin, expected: number): Result<Pin> {
  if (expected !== pin.version) return refuse('pin.stale', 'conflict', { detail: { current: pin.version } })
  return ok({ ...pin, version: pin.version + 1 })
}
