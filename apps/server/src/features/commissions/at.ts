import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../platform/access/actor.ts'
import { type Clock } from '../../platform/clock/clock.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'

/** Context that every command of this feature receives. */
export type CommandContext = { readonly tx: Tx; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

/**
 * The user who caused a change and the time of it, as stored with the event; `actor` is null for timers and webhooks.
 */
export type Cause = { readonly actor: string | null; readonly at: Instant }
