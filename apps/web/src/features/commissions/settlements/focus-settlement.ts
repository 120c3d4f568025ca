/** The id of the card of the open settlement. */
export const settlementCardId = 'settlement'

/** Time in milliseconds until a closed dialog has given focus back. */
const focusReturnMs = 250

/** Moves focus to the open settlement when the button that had it is gone with the state. */
export function focusSettlement(): void {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.getElementById(settlementCardId)?.focus()
  }, focusReturnMs)
}
