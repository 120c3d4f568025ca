/** What the canvas tells: presses, and the loss and return of its drawing context. */
export type Told = {
  /** A press that was not a drag, in pixels of the stage. */
  pressed: (x: number, y: number) => void
  lost: () => void
  restored: () => void
}

/** A pointer that moved further than this between down and up has dragged. */
const slack = 6

export function listenTo(canvas: HTMLCanvasElement, told: Told, signal: AbortSignal): void {
  let down: { x: number; y: number } | undefined
  const place = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      down = event.isPrimary && event.button === 0 ? place(event) : undefined
    },
    { signal },
  )
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const at = place(event)
      if (down && Math.hypot(at.x - down.x, at.y - down.y) < slack) told.pressed(at.x, at.y)
      down = undefined
    },
    { signal },
  )
  canvas.addEventListener('webglcontextlost', told.lost, { signal })
  canvas.addEventListener('webglcontextrestored', told.restored, { signal })
}
