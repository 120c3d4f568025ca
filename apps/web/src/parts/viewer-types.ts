import { type ModelFacts } from '@veranda/contract/works/schemas.ts'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type View } from '../stage/settings.ts'

/** A place on the work that somebody pointed at. */
export type Place = {
  readonly part: string
  readonly position: Vector
  readonly normal: Vector
  readonly view: View
}

/** A pin as the viewer draws it. */
export type ViewerPin = Place & {
  readonly id: string
  readonly number: number
  readonly look: 'open' | 'closed' | 'unsure'
  /** What it says and where it stands, for ears and for hovering. */
  readonly label: string
}

/** A version that can be set beside the one that is shown. */
export type FormerVersion = {
  readonly id: string
  readonly label: string
  /** Its parts are read only when it is compared. */
  readonly workId: string
  readonly url: string
}

export type ViewerProps = {
  name: string
  /** What the version is called: "Version 2". */
  label?: string | undefined
  url: string
  thumbnail: string | null
  facts: ModelFacts
  former?: readonly FormerVersion[] | undefined
  pins?: readonly ViewerPin[] | undefined
  /** The pin that is open; its view is restored when it changes. */
  opened?: string | undefined
  onOpen?: ((id: string) => void) | undefined
  /** Without it nothing can be pinned. */
  onPlace?: ((place: Place) => void) | undefined
  /** Where a pin is being written. */
  draft?: Place | undefined
  /** Fills its box instead of keeping a shape of its own. */
  compact?: boolean | undefined
}
