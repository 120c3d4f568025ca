import { type Instant } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'

/** What a command of this feature runs with. */
export type At = { readonly tx: Tx; readonly actor: Actor; readonly clock: Clock; readonly deps: Deps }

/** Who did it and when, as the log keeps it; nobody when a timer or a webhook did. */
export type By = { readonly actor: string | null; readonly at: Instant }
