import { useState } from 'react'

/** The ids of the cards of what waits for the other side's signature. */
export const settlementCardId = 'settlement'
export const changeOrderCardId = 'change-order'

/** Time in milliseconds until a closed dialog has given focus back. */
const focusReturnMs = 250

/**
 * Moves focus to the card of an open proposal after a step, or to the content of the page once there is none: the button
 * that took the step is gone with the state.
 */
export function focusProposal(cardId: string): void {
  setTimeout(() => (document.getElementById(cardId) ?? document.getElementById('main'))?.focus(), focusReturnMs)
}

/**
 * Returns the proposal to show: the open one, or the last one while a dialog of it is open, so that what happened
 * meanwhile is said there. `onDialog` takes whether one is.
 */
export function useOpenProposal<P extends { readonly state: string }>(proposals: readonly P[]) {
  const open = proposals.find(({ state }) => state === 'open')
  const [last, setLast] = useState<P>()
  const shown = open ?? last
  return {
    shown,
    isOpen: open !== undefined,
    onDialog: (isShown: boolean) => setLast(isShown ? shown : undefined),
  }
}
