import { errorNamePattern, framePattern, maxFrames } from '@veranda/core/analytics/error-report.ts'
import * as z from 'zod/mini'
import { isoInstant, text } from '../shared-schemas.ts'

/** The screens of the app by the pattern of their address, as the router has it. Nothing else is counted. */
export const screens = [
  '/',
  '/*',
  '/admin/:section?/:id?',
  '/appointments',
  '/auth/*',
  '/auth/register',
  '/booking/confirm/:id',
  '/dashboard',
  '/explore/:handle?',
  '/forgot-password',
  '/login/second-factor?',
  '/messages',
  '/not-me',
  '/notification-preferences',
  '/notifications',
  '/notifications/preferences',
  '/pair',
  '/payment',
  '/payment/receipts/:id',
  '/privacy',
  '/profile',
  '/projects',
  '/projects/:id',
  '/projects/new',
  '/refund',
  '/register',
  '/reset-password',
  '/rooms/:id',
  '/search',
  '/settings',
  '/settings/mail',
  '/settings/security',
  '/showcases',
  '/support/:id?',
  '/talent/:id',
  '/terms',
  '/undo-email',
  '/verify',
  '/verify-email',
] as const
export const screen = z.enum(screens)
export type Screen = (typeof screens)[number]

export const pageViewBody = z.strictObject({ screen })
export type PageViewBody = z.infer<typeof pageViewBody>

/** Longer than an anonymised message, because the server shortens what an older build sends. */
const maxSentMessageLength = 1_000

export const errorReportBody = z.strictObject({
  name: z.string().check(z.regex(errorNamePattern)),
  message: text(maxSentMessageLength, 0),
  frames: z.array(z.string().check(z.regex(framePattern))).check(z.maxLength(maxFrames)),
  screen,
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/), z.maxLength(20)),
  /** The hash of the first script, which names every other one of its build. */
  release: z.string().check(z.regex(/^[0-9a-f]{7,8}$/)),
})
export type ErrorReportBody = z.infer<typeof errorReportBody>

export const maxPageViewDays = 90
export const pageViewsQuery = z.object({
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPageViewDays))),
})
export type PageViewsQuery = z.infer<typeof pageViewsQuery>

/** Views of one screen on one day (UTC). */
export const pageViews = z.object({ day: z.iso.date(), screen: z.string(), views: z.int() })
export const pageViewList = z.object({ items: z.array(pageViews) })
export type PageViewList = z.infer<typeof pageViewList>

/** Errors with the same name, message and place, counted together; frames, screen and release are of the last one. */
export const errorGroup = z.object({
  fingerprint: z.string(),
  name: z.string(),
  message: z.string(),
  frames: z.array(z.string()),
  screen: z.string(),
  version: z.string(),
  release: z.string(),
  count: z.int(),
  firstAt: isoInstant,
  lastAt: isoInstant,
})
export const errorGroupList = z.object({ items: z.array(errorGroup) })
export type ErrorGroupList = z.infer<typeof errorGroupList>
