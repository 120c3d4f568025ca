import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../platform/access/actor.ts'
import { type Clock } from '../../platform/clock/clock.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'

/** Context of the commands in this feature. */
export type CommandContext = { readonly tx: Tx; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

/** Actor and time of a change, as the outbox stores them; `actor` is null for timers and webhooks. */
export type Cause = { readonly actor: string | null; readonly at: Instant }
