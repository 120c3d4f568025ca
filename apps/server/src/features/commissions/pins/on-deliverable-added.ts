import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { carryPinsOver } from './carry-pins-over.ts'

/** Carries pins over to a new version; those without a certain place become unsure. */
export const carryPinsToNewVersion = eventHandler<CommissionEvent<'deliverable.added'>>(
  'carry-pins',
  ['deliverable.added'],
  (ctx) => carryPinsOver(ctx, ctx.event.data),
)
