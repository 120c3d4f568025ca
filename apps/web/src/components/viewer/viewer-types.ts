import { type PinLook } from '@veranda/core/commissions/pins/pin-look.ts'
import { type ModelFacts } from '@veranda/contract/assets/schemas.ts'
import { type ReactNode } from 'react'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { type Viewpoint } from '../../three/viewer/viewer-settings.ts'

/** A point on the surface of a model with the viewpoint from which it was picked. */
export type AnchorPoint = {
  readonly part: string
  readonly position: Vector
  readonly normal: Vector
  readonly view: Viewpoint
}

/** A pin as the viewer draws it. */
export type ViewerPin = AnchorPoint & {
  readonly id: string
  readonly number: number
  readonly look: PinLook
  /** Text and position of the pin, for screen readers and the tooltip. */
  readonly label: string
}

/** A version that the shown one can be compared with. */
export type PreviousVersion = {
  readonly id: string
  readonly label: string
  /** Its parts are read only when it is compared. */
  readonly assetId: string
  readonly url: string
}

export type ViewerProps = {
  /** Id of the asset. */
  id: string
  name: string
  /** Display name of the version: "Version 2". */
  label?: string | undefined
  url: string
  thumbnail: string | null
  facts: ModelFacts
  previousVersions?: readonly PreviousVersion[] | undefined
  pins?: readonly ViewerPin[] | undefined
  /** The open pin; changing it restores its viewpoint. */
  openPinId?: string | undefined
  onOpenPin?: ((id: string) => void) | undefined
  /** Enables pinning; without it nothing can be pinned. */
  onPlacePin?: ((place: AnchorPoint) => void) | undefined
  /** Anchor of the pin that is being written. */
  draftPin?: AnchorPoint | undefined
  /** Draws more over the picture, such as the form of a new pin; below it while there is no canvas. */
  renderOver?: ((canvas: ViewerCanvas | undefined) => ReactNode) | undefined
  /** Fills its container instead of keeping its own aspect ratio. */
  compact?: boolean | undefined
}

export type ViewerBackground = 'theme' | 'light' | 'dark'
/** Why a press with a tool picked no point. */
export type PickMiss = 'nothing' | 'previous'
