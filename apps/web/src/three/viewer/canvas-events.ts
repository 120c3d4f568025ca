/** Events of the canvas: presses, and loss and return of the WebGL context. */
export type CanvasEvents = {
  /** Receives a press that was not a drag, in pixels of the canvas. */
  onPress: (x: number, y: number) => void
  onContextLost: () => void
  onContextRestored: () => void
}

/** Beyond this distance between pointer down and up a press counts as a drag. */
const dragThresholdPx = 6

export function listenToCanvas(canvas: HTMLCanvasElement, events: CanvasEvents, signal: AbortSignal): void {
  let down: { x: number; y: number } | undefined
  const toCanvasPoint = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      down = event.isPrimary && event.button === 0 ? toCanvasPoint(event) : undefined
    },
    { signal },
  )
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const point = toCanvasPoint(event)
      if (down && Math.hypot(point.x - down.x, point.y - down.y) < dragThresholdPx) events.onPress(point.x, point.y)
      down = undefined
    },
    { signal },
  )
  // A press may scroll to a form. The mouse events that follow a touch would then meet what is under the finger by now.
  canvas.addEventListener('touchend', (event) => event.preventDefault(), { signal, passive: false })
  canvas.addEventListener('webglcontextlost', events.onContextLost, { signal })
  canvas.addEventListener('webglcontextrestored', events.onContextRestored, { signal })
}
