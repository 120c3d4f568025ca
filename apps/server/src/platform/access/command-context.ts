import { type Instant } from '@veranda/core/time/instant.ts'
import { type Clock } from '../clock/clock.ts'
import { type Db, type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { type Actor } from './actor.ts'

/** Request context that every command receives: its transaction, the signed-in user, the clock and the rest. */
export type CommandContext = { readonly tx: Tx; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

/** Request context that every query receives. */
export type QueryContext = { readonly tx: Db; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

/**
 * The user who caused a change and the time of it, as stored with the event; `actor` is null for timers and webhooks.
 */
export type Cause = { readonly actor: string | null; readonly at: Instant }
