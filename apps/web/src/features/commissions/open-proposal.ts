import { useState } from 'react'
import { showOutcomeAfterDialog } from '../../components/page/show-outcome.ts'

/** The ids of the cards of what waits for the other side's signature. */
export const settlementCardId = 'settlement'
export const changeOrderCardId = 'change-order'

/**
 * Shows the card of an open proposal after a step, or the content of the page once there is none: the button that took
 * the step is gone with the state.
 */
export function showProposal(cardId: string): void {
  showOutcomeAfterDialog(cardId, 'main')
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
