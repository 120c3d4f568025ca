import { type Actor } from '../access/actor.ts'
import { type Deps } from '../deps.ts'

/** What a freshly connected socket is told, such as the counts of unread things. */
export type Connected = (at: { actor: Actor; deps: Deps; emit(name: string, payload: object): void }) => Promise<void>
