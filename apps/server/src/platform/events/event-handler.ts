import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type StoredEvent } from './append-event.ts'

/** The shape of an event as core/<feature>/events.ts declares it. */
export type EventShape = { readonly type: string; readonly data: object }

type StoredEventOf<E extends EventShape> = E extends EventShape ? StoredEvent<E['type'], E['data']> : never

export type EventHandler = {
  readonly name: string
  readonly types: readonly string[]
  run(at: { tx: Tx; event: StoredEvent; deps: Deps }): Promise<void>
}

/**
 * Declares an event handler. It runs once per event in the whole cluster, in commit order, in its own transaction that
 * also marks the event as handled. A throw rolls back and is retried with backoff without delaying other handlers;
 * after eight tries the event becomes a dead letter and the next one follows. Only the transaction may have effects:
 * external work (mail, payments) is enqueued as a job.
 */
export function eventHandler<E extends EventShape>(
  name: string,
  types: readonly E['type'][],
  run: (at: { tx: Tx; event: StoredEventOf<E>; deps: Deps }) => Promise<void>,
): EventHandler {
  // The relay passes only events of `types`, whose data was appended as E.
  return { name, types, run: (at) => run({ ...at, event: at.event as StoredEventOf<E> }) }
}

/**
 * Runs an event handler for one event, once: the mark commits together with its work. Also used to retry a dead letter.
 */
export async function runEventHandler(deps: Deps, handler: EventHandler, event: StoredEvent): Promise<void> {
  await transact(deps, async (tx) => {
    const mark = await tx
      .insertInto('handled_events')
      .values({ handler: handler.name, event_id: event.id })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    if (mark.numInsertedOrUpdatedRows === 0n) return
    await handler.run({ tx, event, deps })
  })
}
