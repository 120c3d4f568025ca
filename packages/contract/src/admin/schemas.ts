import { adminQueues, statesOfQueue } from '@veranda/core/admin/admin-queues.ts'
import { adminPermissions, adminRoles } from '@veranda/core/admin/admin-roles.ts'
import * as z from 'zod/mini'
import { id, isoInstant, money, multilineText, page, pageQuery, text, userSummary } from '../shared-schemas.ts'

/** Why an admin does something; kept in the audit log. */
export const adminReason = multilineText(1000)
export const adminReasonBody = z.strictObject({ reason: adminReason })
export type AdminReasonBody = z.infer<typeof adminReasonBody>

const queueName = z.enum(adminQueues)
export const queueParams = z.object({ queue: queueName })
export type QueueParams = z.infer<typeof queueParams>

/** The queues that the admin may see, each with the cases that wait. */
export const queueList = z.object({
  roles: z.array(z.enum(adminRoles)),
  permissions: z.array(z.enum(adminPermissions)),
  /** True if the admin gets mails about new cases, and about those whose date comes near. */
  caseMails: z.boolean(),
  items: z.array(
    z.object({
      queue: queueName,
      count: z.int(),
      /** Of these, how many the admin has taken. */
      ownCount: z.int(),
      /** Since when the oldest one waits. */
      oldestAt: z.nullable(isoInstant),
    }),
  ),
})
export type QueueList = z.infer<typeof queueList>

export const adminSettingsBody = z.strictObject({ caseMails: z.boolean() })
export type AdminSettingsBody = z.infer<typeof adminSettingsBody>

export const caseStates = [...new Set(Object.values(statesOfQueue).flat())] as const
export const caseOwners = ['anyone', 'me', 'nobody'] as const
export const casesQuery = z.extend(pageQuery, {
  state: z.optional(z.enum(caseStates)),
  owner: z.optional(z.enum(caseOwners)),
})
export type CasesQuery = z.infer<typeof casesQuery>

/** A UUID, or for failed work its kind with what identifies it. */
const caseId = text(300)
export const adminCase = z.object({
  id: z.string(),
  state: z.enum(caseStates),
  openedAt: isoInstant,
  /** A text or name of a user, or the name of a job. */
  title: z.string(),
  /** A second line of the same kind, or a code that the screen has a text for. */
  detail: z.string(),
  money: z.nullable(money),
  owner: z.nullable(userSummary),
})
export type AdminCase = z.infer<typeof adminCase>
export const casePage = page(adminCase)
export type CasePage = z.infer<typeof casePage>

/** `from` is who had the case on the admin's screen, so that of two who take it at once one is refused. */
export const assignCaseBody = z.strictObject({
  caseId,
  from: z.nullable(id),
  to: z.enum(['me', 'nobody']),
})
export type AssignCaseBody = z.infer<typeof assignCaseBody>
export const caseOwner = z.object({ owner: z.nullable(userSummary) })
export type CaseOwner = z.infer<typeof caseOwner>

export const caseQuery = z.object({ caseId })
export type CaseQuery = z.infer<typeof caseQuery>

export const failedWork = z.object({
  id: z.string(),
  description: z.string(),
  at: isoInstant,
  error: z.string(),
})
export type FailedWork = z.infer<typeof failedWork>
export const failedWorkBody = z.strictObject({ id: caseId, reason: adminReason })
export type FailedWorkBody = z.infer<typeof failedWorkBody>

export const auditQuery = z.extend(pageQuery, {
  /** Of the user that it is about, or who did it. */
  userId: z.optional(id),
  /** The beginning of the action. */
  action: z.optional(text(100)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})
export type AuditQuery = z.infer<typeof auditQuery>
export const auditPage = page(
  z.object({
    id,
    action: z.string(),
    at: isoInstant,
    user: z.nullable(userSummary),
    actor: z.nullable(userSummary),
    data: z.string(),
  }),
)
export type AuditPage = z.infer<typeof auditPage>
