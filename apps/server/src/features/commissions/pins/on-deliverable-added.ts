import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { reaction } from '../../../log/react.ts'
import { carryPinsTo } from './carry-pins-to.ts'

/** A version came: the pins of the one before go along, and those that cannot be sure say so. */
export const carryPins = reaction<CommissionEvent<'deliverable.added'>>('carry-pins', ['deliverable.added'], (at) =>
  carryPinsTo(at, at.event.data),
)
