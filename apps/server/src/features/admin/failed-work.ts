import { type FailedWork, type FailedWorkBody } from '@veranda/contract/admin/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { type Actor } from '../../platform/access/actor.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Deps } from '../../platform/deps.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import {
  type DeadLetter,
  type DeadLetterSources,
  dropDeadLetter,
  listDeadLetters,
  retryDeadLetter,
} from '../../platform/jobs/dead-letters.ts'

const notFound = refuse('failed-work.not-found', 'not-found')

async function findDeadLetter(sources: DeadLetterSources, id: string): Promise<DeadLetter | undefined> {
  return (await listDeadLetters(sources)).find((one) => one.id === id)
}

/** Reads a job, timer or event that was given up after its last retry. Refuses failed-work.not-found. */
export async function readFailedWork(sources: DeadLetterSources, id: string): Promise<Result<FailedWork>> {
  const found = await findDeadLetter(sources, id)
  return found ? ok(found) : notFound
}

/**
 * Retries it, once the audit log says who asked for it. Refuses failed-work.not-found and, when an event handler throws
 * again, failed-work.failed-again (conflict); it then stays in the queue.
 */
export async function retryFailedWork(
  { actor, deps, request }: { actor: Actor; deps: Deps; request: RequestInfo },
  sources: DeadLetterSources,
  { id, reason }: FailedWorkBody,
): Promise<Result<Done>> {
  const found = await findDeadLetter(sources, id)
  if (!found) return notFound
  await transact(deps, (tx) =>
    recordAudit(tx, {
      action: 'admin.work-retried',
      userId: null,
      actorId: actor.id,
      at: deps.clock.now(),
      request,
      data: { reason, before: found },
    }),
  )
  try {
    return (await retryDeadLetter(sources, id)) ? ok({ done: true as const }) : notFound
  } catch (error) {
    deps.log.warn({ err: error, deadLetter: id }, 'dead letter failed again')
    return refuse('failed-work.failed-again', 'conflict')
  }
}

/** Gives it up for good. The audit log keeps what it was. Refuses failed-work.not-found. */
export async function dropFailedWork(
  { tx, actor, clock, request }: CommandContext & { readonly request: RequestInfo },
  { id, reason }: FailedWorkBody,
): Promise<Result<Done>> {
  const dropped = await dropDeadLetter(tx, id)
  if (!dropped) return notFound
  const data = { reason, id, before: dropped }
  await recordAudit(tx, {
    action: 'admin.work-dropped',
    userId: null,
    actorId: actor.id,
    at: clock.now(),
    request,
    data,
  })
  return ok({ done: true as const })
}
