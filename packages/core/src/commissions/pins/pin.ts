import {
  type DeliverableId,
  type MilestoneId,
  type PersonId,
  type PinId,
  type PinMessageId,
  type WorkId,
} from '../../ids.ts'
import { type Vector, length, scale } from '../../geometry/vector.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, minute } from '../../time/instant.ts'
import { type PinState } from './pin-states.ts'

/** How many pins a milestone takes, and how long one message may be. */
export const pinLimits = { pins: 200, text: 2_000, messages: 500 } as const

/** For this long after its removal a pin can be brought back. */
export const pinUndo = 10 * minute

export const pinKinds = ['remark', 'change'] as const
export type PinKind = (typeof pinKinds)[number]

/** A pin as the rules see it. */
export type Pin = {
  readonly id: PinId
  readonly milestoneId: MilestoneId
  readonly number: number
  readonly state: PinState
  readonly version: number
  readonly kind: PinKind
  readonly authorId: PersonId
  readonly askedMessageId: PinMessageId | null
  readonly round: number | null
  /** Whether anybody else has written in its thread. */
  readonly answered: boolean
  readonly removed: { readonly at: Instant; readonly by: PersonId } | null
}

/** A place on a part of one exact version, in metres in the model space of the original. */
export type Anchor = {
  readonly deliverableId: DeliverableId
  readonly workId: WorkId
  readonly part: string
  readonly position: Vector
  readonly normal: Vector
}

/** The anchor with its normal at length 1; refuses pin.no-place (invalid) for numbers that name no place. */
export function checkAnchor(anchor: Anchor): Result<Anchor> {
  const numbers = [anchor.position, anchor.normal].flatMap(({ x, y, z }) => [x, y, z])
  const long = length(anchor.normal)
  if (!numbers.every(Number.isFinite) || long < 1e-6) return refuse('pin.no-place', 'invalid', { field: 'position' })
  return ok({ ...anchor, normal: scale(anchor.normal, 1 / long) })
}

/** The text without space at its ends, which may be nothing beside a voice note; refuses pin.empty and pin.too-long (invalid). */
export function checkPinText(text: string, beside?: 'voice'): Result<string> {
  const trimmed = text.trim()
  if (trimmed === '' && beside === undefined) return refuse('pin.empty', 'invalid', { field: 'text' })
  if (trimmed.length > pinLimits.text) {
    return refuse('pin.too-long', 'invalid', { field: 'text', detail: { max: pinLimits.text } })
  }
  return ok(trimmed)
}
