import { type Deps } from '../deps.ts'
import { type Tx } from '../db/database.ts'
import { type LoggedEvent } from './append.ts'

/** A shape of event as core/<feature>/events.ts names it. */
export type EventShape = { readonly type: string; readonly data: object }

type Logged<E extends EventShape> = E extends EventShape ? LoggedEvent<E['type'], E['data']> : never

export type Reaction = {
  readonly name: string
  readonly types: readonly string[]
  run(at: { tx: Tx; event: LoggedEvent; deps: Deps }): Promise<void>
}

/**
 * Something that follows from events of the log. Runs once for each event over the whole cluster, in the order of the
 * log, in a transaction of its own that also holds its mark. A throw rolls back and is tried again with backoff without
 * holding up other reactions; after eight tries it goes into the list of failures that an operator sees, and the next
 * event has its turn. Nothing but the transaction may have effects: work outside (mail, payments) is enqueued.
 */
export function reaction<E extends EventShape>(
  name: string,
  types: readonly E['type'][],
  run: (at: { tx: Tx; event: Logged<E>; deps: Deps }) => Promise<void>,
): Reaction {
  // The relay hands over only events of `types`, whose data append wrote as E says.
  return { name, types, run: (at) => run({ ...at, event: at.event as Logged<E> }) }
}
