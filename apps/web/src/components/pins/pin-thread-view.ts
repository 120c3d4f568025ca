import { type PinPlace } from '@veranda/contract/commissions/pins/schemas.ts'
import { type PinStep } from '@veranda/core/commissions/pins/pin.ts'

/** A pin as its thread shows it on a page and on a panel: what it says, where it is, and what the reader may do. */
export type PinThreadView = {
  /** Where the pin is on the version; undefined if it was neither placed nor carried over there. */
  readonly place: PinPlace | undefined
  readonly steps: readonly PinStep[]
  readonly canReply: boolean
  /** A pin can be placed where it has no place or an unsure one. */
  readonly canPlace: boolean
  readonly canRemove: boolean
  /**
   * The effect of the button of the change request: it makes this message the request, or takes the request back when
   * it is null. Undefined if the reader may do neither.
   */
  readonly changeRequest: { readonly messageId: string | null } | undefined
}
