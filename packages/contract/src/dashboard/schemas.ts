import { firstClientSteps } from '@veranda/core/dashboard/first-steps.ts'
import { findableSteps } from '@veranda/core/talent/page/findable.ts'
import * as z from 'zod/mini'
import { nextBooking } from '../bookings/schemas.ts'
import { pendingAction } from '../commissions/projects/schemas.ts'
import { id, isoInstant, money, userSummary } from '../shared-schemas.ts'

/** The newest version of a milestone that the viewer may see, with a picture of what was delivered, if there is one. */
export const newestVersion = z.object({
  number: z.int(),
  /** A draft, seen by its creator alone, waits to be submitted. */
  isDraft: z.boolean(),
  thumbnail: z.nullable(z.string()),
})
export type NewestVersion = z.infer<typeof newestVersion>

export const dashboardAction = z.extend(pendingAction, { newestVersion: z.nullable(newestVersion) })
export type DashboardAction = z.infer<typeof dashboardAction>

/** The newest version of a milestone, for a tile that leads to it. */
export const recentVersion = z.object({
  milestoneId: id,
  projectId: id,
  title: z.string(),
  projectTitle: z.string(),
  counterpart: userSummary,
  number: z.int(),
  at: isoInstant,
  thumbnail: z.string(),
  /** The model from all sides in one image (core's `turntable`); null until it is rendered, and for an image. */
  turntable: z.nullable(z.string()),
})
export type RecentVersion = z.infer<typeof recentVersion>

export const dashboard = z.object({
  pendingOnMe: z.array(dashboardAction),
  pendingOnThem: z.array(dashboardAction),
  /** Bookings that wait on the user and the next others, soonest first. */
  bookings: z.array(nextBooking),
  /** One entry for each currency that the user has money in. */
  money: z.array(z.object({ protected: money, pending: money, available: money, paid: money })),
  /** Spending (as client) and earnings (as creator) of twelve months, oldest first, for each currency. */
  months: z.array(
    z.object({
      currency: z.string(),
      items: z.array(z.object({ month: z.string(), spent: z.int(), earned: z.int() })),
    }),
  ),
  /** `creator` for those with a page of a creator. */
  role: z.enum(['client', 'creator']),
  projects: z.object({ open: z.int(), active: z.int(), completed: z.int() }),
  /** The newest versions with a picture, latest first. */
  recentVersions: z.array(recentVersion),
  /** The first steps of a new user, each done or not; null once all are done. */
  firstSteps: z.nullable(
    z.object({
      role: z.enum(['client', 'creator']),
      steps: z.array(z.object({ id: z.enum([...firstClientSteps, ...findableSteps]), done: z.boolean() })),
    }),
  ),
})
export type Dashboard = z.infer<typeof dashboard>
