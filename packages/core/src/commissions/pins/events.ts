import { type UserId, type PinId } from '../../ids.ts'
import { type MilestoneFacts } from '../events.ts'
import { type PinStep } from './pin.ts'

export type PinFacts = MilestoneFacts & {
  readonly pinId: PinId
  /** The pin's number within its milestone. */
  readonly number: number
  readonly authorId: UserId
  readonly preview: string
}

/** Events of pins, with their data. */
export type PinEvents = {
  'pin.added': PinFacts & { readonly change: boolean }
  'pin.replied': PinFacts
  'pin.state-changed': PinFacts & { readonly action: PinStep }
  'pin.placed': PinFacts
  'pin.change-request-set': PinFacts & { readonly change: boolean }
  'pin.removed': PinFacts
  'pin.restored': PinFacts
  /** Pins were carried over to a new version; `unsure` of them have to be placed by hand. */
  'pins.carried': MilestoneFacts & { readonly carried: number; readonly unsure: number; readonly version: number }
}

/** Any pin event with its data. */
export type PinEvent = { [K in keyof PinEvents]: { readonly type: K; readonly data: PinEvents[K] } }[keyof PinEvents]
