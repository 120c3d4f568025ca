import { type AdminQueueName, type CaseState } from '@veranda/core/admin/admin-queues.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder } from 'kysely'

/** A case as its feature selects it. */
export type AdminCaseRow = {
  /** The id of what it is about: of a ticket, a refund. */
  readonly case_id: string
  readonly state: CaseState
  /** Since when it waits. */
  readonly opened_at: Instant
  readonly title: string
  readonly detail: string
  /** In minor units; null for a case that is not about one sum. */
  readonly amount: number | null
  readonly currency: string | null
  /** The date by which it has to be decided; null without one. */
  readonly due_at: Instant | null
}

/** The cases of a feature that wait for an admin; `features/admin` counts, filters and pages them. */
export type AdminQueue = {
  readonly name: AdminQueueName
  /** Selects all cases, those that are done too, with exactly the columns of a case. */
  select(now: Instant): RawBuilder<AdminCaseRow>
}
