import { type DueHandler } from './due/due.ts'
import { type FileReader } from './files/readers.ts'
import { type ServedRoute } from './http/serve.ts'
import { type Worker } from './jobs/jobs.ts'
import { type JoinRule, type LiveEvent } from './live/live.ts'
import { type RoomDoor } from './live/rooms/door.ts'
import { type Reaction } from './log/react.ts'
import { type Connected } from './live/connected.ts'
import { type WorkReader } from './works/readers.ts'

/** All that a feature shows to the composition root. */
export type Feature = {
  readonly name: string
  readonly routes?: readonly ServedRoute[]
  readonly reactions?: readonly Reaction[]
  readonly due?: readonly DueHandler[]
  readonly jobs?: readonly Worker[]
  /** Handlers of what sockets send. */
  readonly events?: readonly LiveEvent[]
  readonly joins?: readonly JoinRule[]
  /** Who may read a stored file. */
  readonly files?: readonly FileReader[]
  /** Who may see a work, and who may have its original. */
  readonly works?: readonly WorkReader[]
  /** What a socket hears right after it connected. */
  readonly connected?: readonly Connected[]
  /** Who may come into a live room; one feature has it. */
  readonly door?: RoomDoor
}
