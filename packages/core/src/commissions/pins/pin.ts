import { length, scale, type Vector } from '../../geometry/vector.ts'
import {
  type AssetId,
  type DeliverableId,
  type MilestoneId,
  type PinId,
  type PinMessageId,
  type UserId,
} from '../../ids.ts'
import { allowedActions, applyTransition, type Party, type StateMachine } from '../../state-machine.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { type Instant, minute } from '../../time/instant.ts'

export const closedPinStates = ['fixed', 'gone', 'wont_fix'] as const
export const pinStates = ['open', ...closedPinStates] as const
export type PinState = (typeof pinStates)[number]

/** Steps that close or reopen a pin. */
export const pinSteps = ['fix', 'decline', 'mark-gone', 'reopen'] as const
export type PinStep = (typeof pinSteps)[number]

/** Everything a user can do with a pin. `set-change-request` also takes the request back. */
export const pinActions = [...pinSteps, 'reply', 'place', 'set-change-request', 'remove'] as const
export type PinAction = (typeof pinActions)[number]

const bothParties = ['client', 'creator'] as const satisfies Party[]

/** State table of a pin: either party closes and reopens it; nothing happens automatically. */
export const pinMachine: StateMachine<PinState, PinStep> = {
  transitions: [
    { from: 'open', action: 'fix', to: 'fixed', allowedParties: bothParties },
    { from: 'open', action: 'decline', to: 'wont_fix', allowedParties: bothParties },
    { from: 'open', action: 'mark-gone', to: 'gone', allowedParties: bothParties },
    { from: 'fixed', action: 'reopen', to: 'open', allowedParties: bothParties },
    { from: 'wont_fix', action: 'reopen', to: 'open', allowedParties: bothParties },
    { from: 'gone', action: 'reopen', to: 'open', allowedParties: bothParties },
  ],
  codes: {
    wrongState: {
      fix: 'pin.not-open',
      decline: 'pin.not-open',
      'mark-gone': 'pin.not-open',
      reopen: 'pin.not-closed',
    },
    notYourStep: 'pin.not-your-step',
    stale: 'pin.stale',
  },
}

/** Ways to set a new pin: as a comment, or at once as a change request. */
export const newPinActions = ['pin', 'pin-change-request'] as const
export type NewPinAction = (typeof newPinActions)[number]

/** Returns how a party may set pins on the versions of a milestone: both comment, the client asks for changes. */
export function newPinActionsFor(party: Party): NewPinAction[] {
  return party === 'client' ? [...newPinActions] : ['pin']
}

/** Maximum pins per milestone, characters per message and messages per thread. */
export const pinLimits = { pins: 200, text: 2_000, messages: 500 } as const

/** Time after its removal in which a pin can be restored. */
export const pinRestoreWindowMs = 10 * minute

/**
 * A comment, or a change that the client requests. A change is described by a message of its thread: the one that the
 * client chose, or the first one (null) if it was sent with a round as it was. Its `round` is null until it is sent.
 */
export type PinRequest =
  | { readonly kind: 'comment'; readonly round: null }
  | { readonly kind: 'change'; readonly round: number | null; readonly requestMessageId: PinMessageId | null }

/** A pin as the core sees it. */
export type Pin = PinFields & PinRequest
type PinFields = {
  readonly id: PinId
  readonly milestoneId: MilestoneId
  readonly number: number
  readonly state: PinState
  readonly version: number
  readonly authorId: UserId
  /** True if another user has written in its thread. */
  readonly hasReplies: boolean
  readonly removed: { readonly at: Instant; readonly by: UserId } | null
}

/** Orders the pins of a list: open ones first, then by number. */
export function openPinsFirst(a: Pick<Pin, 'state' | 'number'>, b: Pick<Pin, 'state' | 'number'>): number {
  return Number(a.state !== 'open') - Number(b.state !== 'open') || a.number - b.number
}

/** A point on a part of one exact version, in metres in the model space of the source file. */
export type SurfaceAnchor = {
  readonly deliverableId: DeliverableId
  readonly assetId: AssetId
  readonly part: string
  readonly position: Vector
  readonly normal: Vector
}

/**
 * Checks an anchor and normalises its normal to length 1. Refuses pin.invalid-position (invalid) for non-finite numbers
 * or a zero normal.
 */
export function checkAnchor(anchor: SurfaceAnchor): Result<SurfaceAnchor> {
  const numbers = [anchor.position, anchor.normal].flatMap(({ x, y, z }) => [x, y, z])
  const normalLength = length(anchor.normal)
  if (!numbers.every(Number.isFinite) || normalLength < 1e-6)
    return refuse('pin.invalid-position', 'invalid', { field: 'position' })
  return ok({ ...anchor, normal: scale(anchor.normal, 1 / normalLength) })
}

/** Returns true if a text, without the white space around it, is too long for a message of a pin. */
export function isPinTextTooLong(text: string): boolean {
  return text.trim().length > pinLimits.text
}

/** Trims a message, which may be empty if it has a voice note. Refuses pin.empty and pin.too-long (invalid). */
export function checkPinText(text: string, alternative?: 'voice'): Result<string> {
  const trimmed = text.trim()
  if (trimmed === '' && alternative === undefined) return refuse('pin.empty', 'invalid', { field: 'text' })
  if (isPinTextTooLong(trimmed)) {
    return refuse('pin.too-long', 'invalid', { field: 'text', detail: { max: pinLimits.text } })
  }
  return ok(trimmed)
}

/** The user who acts on a pin: one side of the agreement. */
export type PinActor = { readonly id: UserId; readonly party: 'client' | 'creator' }

/** Closes or reopens a pin. Refuses pin.not-open, pin.not-closed and pin.stale. */
export function changePinState(pin: Pin, action: PinStep, by: PinActor, expected: number): Result<Pin> {
  const step = applyTransition(pinMachine, pin, action, by.party, expected)
  if (!step.ok) return step
  const state = step.value
  return ok({ ...pin, state, version: pin.version + 1 })
}

/** Returns what this user may do with the pin now, by the table and the rules that the commands decide with. */
export function pinActionsFor(pin: Pin, by: PinActor): PinAction[] {
  if (pin.removed !== null) return []
  return [
    ...allowedActions(pinMachine, pin.state, by.party),
    'reply',
    'place',
    ...(canRequestChange(pin, by) ? (['set-change-request'] as const) : []),
    ...(canRemovePin(pin, by) ? (['remove'] as const) : []),
  ]
}

/** Places the pin on a version by hand, which either party may. Refuses pin.stale. */
export function placePin(pin: Pin, expected: number): Result<Pin> {
  return withNextVersion(pin, expected)
}

/**
 * Returns whether this user may make the pin a change request: only the client, and only before it is sent with a
 * round.
 */
function canRequestChange(pin: Pin, by: PinActor): boolean {
  return by.party === 'client' && pin.removed === null && pin.round === null && pin.state === 'open'
}

/**
 * Makes a message of the thread the client's change request; null makes the pin a comment again. Refuses
 * pin.not-your-step (not-allowed), pin.already-sent, pin.not-open and pin.stale (conflict).
 */
export function setPinChangeRequest(
  pin: Pin,
  by: PinActor,
  messageId: PinMessageId | null,
  expected: number,
): Result<Pin> {
  if (by.party !== 'client') return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'request-change' } })
  if (pin.round !== null) return refuse('pin.already-sent', 'conflict', { detail: { round: pin.round } })
  if (pin.state !== 'open') return refuse('pin.not-open', 'conflict', { detail: { state: pin.state } })
  const next = withNextVersion(pin, expected)
  if (!next.ok) return next
  const { requestMessageId: _former, ...fields } = { requestMessageId: null, ...next.value }
  return ok(
    messageId === null
      ? { ...fields, kind: 'comment', round: null }
      : { ...fields, kind: 'change', round: null, requestMessageId: messageId },
  )
}

/** Returns whether this user may remove the pin: its author, while it has no replies and was not sent with a round. */
function canRemovePin(pin: Pin, by: PinActor): boolean {
  return pin.removed === null && pin.authorId === by.id && !pin.hasReplies && pin.round === null
}

/** Removes the pin. Refuses pin.not-your-step (not-allowed), pin.has-replies, pin.already-sent and pin.stale (conflict). */
export function removePin(pin: Pin, by: PinActor, expected: number, now: Instant): Result<Pin> {
  if (pin.authorId !== by.id) return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'remove' } })
  if (pin.round !== null) return refuse('pin.already-sent', 'conflict', { detail: { round: pin.round } })
  if (pin.hasReplies) return refuse('pin.has-replies', 'conflict')
  const next = withNextVersion(pin, expected)
  return next.ok ? ok({ ...next.value, removed: { at: now, by: by.id } }) : next
}

/**
 * Restores the pin within ten minutes. Refuses pin.not-removed (conflict), pin.not-your-step and pin.restore-expired
 * (expired).
 */
export function restorePin(pin: Pin, by: PinActor, now: Instant): Result<Pin> {
  if (!pin.removed) return refuse('pin.not-removed', 'conflict')
  if (pin.removed.by !== by.id) return refuse('pin.not-your-step', 'not-allowed', { detail: { action: 'restore' } })
  if (now - pin.removed.at > pinRestoreWindowMs) return refuse('pin.restore-expired', 'expired')
  return ok({ ...pin, removed: null, version: pin.version + 1 })
}

/** Marks the pin as sent with a round of changes. Refuses pin.not-open (conflict). */
export function addPinToRound(pin: Pin, round: number): Result<Pin> {
  if (pin.removed || pin.state !== 'open') {
    return refuse('pin.not-open', 'conflict', { field: 'pinIds', detail: { state: pin.state } })
  }
  return ok({ requestMessageId: null, ...pin, kind: 'change', round, version: pin.version + 1 })
}

function withNextVersion(pin: Pin, expected: number): Result<Pin> {
  if (expected !== pin.version) return refuse('pin.stale', 'conflict', { detail: { current: pin.version } })
  return ok({ ...pin, version: pin.version + 1 })
}
