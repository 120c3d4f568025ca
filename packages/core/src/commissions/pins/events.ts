import { type PersonId, type PinId } from '../../ids.ts'
import { type MilestoneFacts } from '../events.ts'
import { type PinAction } from './pin-states.ts'

export type PinFacts = MilestoneFacts & {
  readonly pinId: PinId
  /** The pin's number within its milestone. */
  readonly number: number
  readonly authorId: PersonId
  readonly preview: string
}

/** What happens to pins, with its data. */
export type PinEvents = {
  'pin.added': PinFacts & { readonly change: boolean }
  'pin.answered': PinFacts
  'pin.moved': PinFacts & { readonly action: PinAction }
  'pin.placed': PinFacts
  'pin.asked': PinFacts & { readonly change: boolean }
  'pin.removed': PinFacts
  'pin.restored': PinFacts
  /** A version came: the pins went along, `unsure` of them need a hand. */
  'pins.carried': MilestoneFacts & { readonly carried: number; readonly unsure: number; readonly version: number }
}

/** An event of pins with its data. */
export type PinEvent = { [K in keyof PinEvents]: { readonly type: K; readonly data: PinEvents[K] } }[keyof PinEvents]
