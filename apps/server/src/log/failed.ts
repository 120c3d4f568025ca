import { type Deps } from '../deps.ts'
import { type Reaction } from './react.ts'
import { runReaction } from './run-reaction.ts'

export type FailedReaction = { reaction: string; eventId: string; type: string; at: number; error: string }

/** Reactions that were tried until they were given up, the oldest first. */
export async function failedReactions({ db }: Pick<Deps, 'db'>): Promise<FailedReaction[]> {
  const rows = await db
    .selectFrom('failed_reactions as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .select(['f.reaction', 'f.event_id', 'f.error', 'f.at', 'e.type'])
    .orderBy('f.at')
    .execute()
  return rows.map((row) => ({
    reaction: row.reaction,
    eventId: row.event_id,
    type: row.type,
    at: row.at,
    error: row.error,
  }))
}

/** Runs a given-up reaction now; false when there is none. A throw leaves it in the list. */
export async function retryReaction(deps: Deps, reaction: Reaction, eventId: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('failed_reactions as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .selectAll('e')
    .where('f.reaction', '=', reaction.name)
    .where('f.event_id', '=', eventId)
    .executeTakeFirst()
  if (!row) return false
  await runReaction(deps, reaction, {
    id: row.id,
    type: row.type,
    subject: { kind: row.subject_kind, id: row.subject_id },
    projectId: row.project_id,
    actor: row.actor_id,
    at: row.at,
    data: row.data,
  })
  await deps.db
    .deleteFrom('failed_reactions')
    .where('reaction', '=', reaction.name)
    .where('event_id', '=', eventId)
    .execute()
  return true
}
