import { type App } from './app.ts'
import { failedTimers, retryTimer } from './due/failed.ts'
import { failedReactions, retryReaction } from './log/failed.ts'

/** Something that was tried until it was given up, for an operator. */
export type Failure = { readonly id: string; readonly what: string; readonly at: string; readonly error: string }

/** Jobs, timers and reactions that were given up. Ids say which of the three. */
export async function listFailures(app: App): Promise<Failure[]> {
  const reactions = await failedReactions(app.deps)
  const timers = await failedTimers(app.deps)
  const jobs = await app.jobs.failed()
  return [
    ...reactions.map(({ reaction, eventId, type, at, error }) => ({
      id: `reaction:${reaction}:${eventId}`,
      what: `reaction ${reaction} to ${type}`,
      at: new Date(at).toISOString(),
      error,
    })),
    ...timers.map(({ key, kind, at, error }) => ({
      id: `due:${key}`,
      what: `timer ${kind}`,
      at: new Date(at).toISOString(),
      error,
    })),
    ...jobs.map(({ queue, id, at, error }) => ({ id: `job:${queue}:${id}`, what: `job of ${queue}`, at, error })),
  ]
}

/** Tries one failure again; false when there is none with this id. A reaction runs at once, the others soon. */
export async function retryFailure(app: App, id: string): Promise<boolean> {
  const [kind = '', first = '', ...rest] = id.split(':')
  if (kind === 'due') return retryTimer(app.deps, [first, ...rest].join(':'))
  const last = rest.join(':')
  if (!/^[0-9a-f-]{36}$/.test(last)) return false
  if (kind === 'job') return app.jobs.retry(first, last)
  const reaction = app.reactions.find(({ name }) => name === first)
  return kind === 'reaction' && reaction !== undefined && retryReaction(app.deps, reaction, last)
}
