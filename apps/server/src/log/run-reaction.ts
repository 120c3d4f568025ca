import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type LoggedEvent } from './append.ts'
import { type Reaction } from './react.ts'

/** Runs one reaction for one event, once: its mark commits with its work. Also how an operator runs a failed one again. */
export async function runReaction(deps: Deps, reaction: Reaction, event: LoggedEvent): Promise<void> {
  await transact(deps, async (tx) => {
    const mark = await tx
      .insertInto('reaction_marks')
      .values({ reaction: reaction.name, event_id: event.id })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    if (mark.numInsertedOrUpdatedRows === 0n) return
    await reaction.run({ tx, event, deps })
  })
}
