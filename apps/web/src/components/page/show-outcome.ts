/** The longest time until the outcome of an act appears, in milliseconds. */
const maxWaitMs = 2_000
/** Time until a closed dialog has given focus back, in milliseconds. */
const focusReturnMs = 250
/** The space above the outcome, for the top bar and the toasts under it. */
const spaceAbove = 'calc(var(--bar) + var(--strip) + env(safe-area-inset-top))'

/**
 * Shows users what their act made or changed: focuses the element with this id as soon as it is on the page, and scrolls
 * to its start unless that is in sight. The element has a `tabIndex` of -1. The button of the act is often gone with the
 * state, which leaves the page scrolled and the focus lost.
 */
export function showOutcome(id: string): void {
  const deadline = performance.now() + maxWaitMs
  function look() {
    const element = document.getElementById(id)
    if (element) reveal(element)
    else if (performance.now() < deadline) requestAnimationFrame(look)
  }
  // The act's state is drawn by then.
  requestAnimationFrame(look)
}

/**
 * Shows the outcome of an act that was taken in a dialog, which gives the focus back first; where the act took the
 * element away, shows the one with the id `otherwise`.
 */
export function showOutcomeAfterDialog(id: string, otherwise = id): void {
  setTimeout(() => showOutcome(document.getElementById(id) ? id : otherwise), focusReturnMs)
}

/** Shows the outcome of a dialog whose button is gone with the state; a dialog that is cancelled gives the focus back. */
export function showOutcomeOfLostFocus(id: string): void {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) showOutcome(id)
  }, focusReturnMs)
}

function reveal(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.style.scrollMarginBlockStart = spaceAbove
  const { top } = element.getBoundingClientRect()
  const isStartInSight = top >= parseFloat(getComputedStyle(element).scrollMarginBlockStart) && top < innerHeight / 2
  if (isStartInSight) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
