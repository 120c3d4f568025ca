import * as contract from '@veranda/contract/admin/routes.ts'
import * as schemas from '@veranda/contract/admin/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { type AdminQueue } from '../../platform/access/admin-queue.ts'
import { adminOnly, adminWho } from '../../platform/http/route-access.ts'
import { serve, type ServerRoute } from '../../platform/http/route.ts'
import { type DeadLetterSources } from '../../platform/jobs/dead-letters.ts'
import { assignCase } from './assign-case.ts'
import { changeAdminSettings } from './change-admin-settings.ts'
import { dropFailedWork, readFailedWork, retryFailedWork } from './failed-work.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { findQueue, listCases, listQueues, readCaseOwner } from './queues.ts'

export type AdminParts = {
  readonly queues: readonly AdminQueue[]
  readonly getDeadLetters: () => DeadLetterSources
}

export function adminRoutes({ queues, getDeadLetters }: AdminParts): ServerRoute[] {
  const params = schemas.queueParams
  const failedWork = adminWho('retry-failed-work')
  return [
    serve(contract.changeAdminSettings, { access: adminOnly, body: schemas.adminSettingsBody, reply: done }, (ctx) =>
      changeAdminSettings(ctx, ctx.body),
    ),
    serve(contract.listQueues, { access: adminOnly, reply: schemas.queueList }, (ctx) => listQueues(ctx, queues)),
    serve(
      contract.listCases,
      { access: adminOnly, params, query: schemas.casesQuery, reply: schemas.casePage },
      async (ctx) => {
        const queue = findQueue(queues, ctx.params.queue, ctx.actor)
        return queue.ok ? listCases(ctx, queue.value, ctx.query) : queue
      },
    ),
    serve(
      contract.readCaseOwner,
      { access: adminOnly, params, query: schemas.caseQuery, reply: schemas.caseOwner },
      async (ctx) => {
        const queue = findQueue(queues, ctx.params.queue, ctx.actor)
        return queue.ok ? ok(await readCaseOwner(ctx, queue.value, ctx.query.caseId)) : queue
      },
    ),
    serve(
      contract.assignCase,
      { access: adminOnly, params, body: schemas.assignCaseBody, reply: schemas.caseOwner },
      async (ctx) => {
        const queue = findQueue(queues, ctx.params.queue, ctx.actor)
        return queue.ok ? assignCase(ctx, queue.value, ctx.body) : queue
      },
    ),
    serve(
      contract.readFailedWork,
      { access: failedWork, query: schemas.caseQuery, reply: schemas.failedWork },
      ({ query }) => readFailedWork(getDeadLetters(), query.caseId),
    ),
    serve(
      contract.retryFailedWork,
      { access: failedWork, transaction: false, body: schemas.failedWorkBody, reply: done },
      (ctx) => retryFailedWork(ctx, getDeadLetters(), ctx.body),
    ),
    serve(contract.dropFailedWork, { access: failedWork, body: schemas.failedWorkBody, reply: done }, (ctx) =>
      dropFailedWork(ctx, ctx.body),
    ),
    serve(
      contract.listAuditEntries,
      { access: adminWho('read-audit-log'), query: schemas.auditQuery, reply: schemas.auditPage },
      ({ tx, query }) => listAuditEntries(tx, query),
    ),
  ]
}
