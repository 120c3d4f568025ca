/** The id of the card of the open settlement. */
export const settlementCardId = 'settlement'

/** Time in milliseconds until a closed dialog has given focus back. */
const focusReturnMs = 250

/**
 * Moves focus to the open settlement after a step, or to the content of the page once there is none: the button that took
 * the step is gone with the state.
 */
export function focusSettlement(): void {
  setTimeout(() => {
    const card = document.getElementById(settlementCardId) ?? document.getElementById('main')
    card?.focus()
  }, focusReturnMs)
}
