/** Handlers of mouse, touch and keyboard input on the canvas. Positions run from -1 to 1, y up. */
export type ScreenInputHandlers = {
  readonly onPoint: (x: number, y: number) => void
  readonly onLeave: () => void
  /** Handles pointer down; returning true captures the drag that follows, as gizmo handles and the pen do. */
  readonly onDown: (x: number, y: number) => boolean
  readonly onMove: (x: number, y: number) => void
  readonly onUp: () => void
  /** Handles a press without a drag. */
  readonly onPress: (x: number, y: number) => void
  /** Handles a drag, in pixels; `secondary` with another button or two fingers. */
  readonly onDrag: (dx: number, dy: number, secondary: boolean) => void
  readonly onZoom: (factor: number, x: number, y: number) => void
  /** Handles a held key; an empty code releases all keys. Returns whether the key was handled. */
  readonly onKey: (code: string, down: boolean) => boolean
  readonly onContextLost: () => void
  readonly onContextRestored: () => void
}

const dragThresholdPx = 6

type ActivePointer = { x: number; y: number; readonly startX: number; readonly startY: number; moved: boolean }

/** Listens for pointer events on the canvas and for keys on its host, which alone takes the focus. */
export function listenToScreenInput(
  canvas: HTMLCanvasElement,
  host: HTMLElement,
  handlers: ScreenInputHandlers,
  signal: AbortSignal,
): void {
  const pointers = new Map<number, ActivePointer>()
  let captured = false
  let pinchDistance = 0
  const toNormalized = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect()
    return [((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2]
  }
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => canvas.addEventListener(name, listener, { signal, passive })

  on('pointerdown', (event) => {
    host.focus({ preventScroll: true })
    // A pointer that is gone by now, or a synthetic one, cannot be captured.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId)
    const { clientX: x, clientY: y } = event
    pointers.set(event.pointerId, { x, y, startX: x, startY: y, moved: false })
    if (pointers.size === 1 && event.button === 0) {
      handlers.onPoint(...toNormalized(event))
      captured = handlers.onDown(...toNormalized(event))
    } else if (pointers.size === 2) {
      if (captured) handlers.onUp()
      captured = false
      pinchDistance = 0
    }
  })
  on('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId)
    if (!pointer) {
      handlers.onPoint(...toNormalized(event))
      return
    }
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y]
    pointer.x = event.clientX
    pointer.y = event.clientY
    if (Math.hypot(pointer.x - pointer.startX, pointer.y - pointer.startY) > dragThresholdPx) pointer.moved = true
    if (captured) handlers.onMove(...toNormalized(event))
    else if (pointers.size === 2) handleTwoPointers(dx, dy, event)
    else if (pointer.moved) handlers.onDrag(dx, dy, (event.buttons & 6) !== 0)
  })
  const handleTwoPointers = (dx: number, dy: number, event: PointerEvent) => {
    const [a, b] = [...pointers.values()]
    if (!a || !b) return
    a.moved = b.moved = true
    const now = Math.hypot(a.x - b.x, a.y - b.y)
    if (pinchDistance > 0 && now > 0) handlers.onZoom(pinchDistance / now, ...toNormalized(event))
    pinchDistance = now
    handlers.onDrag(dx / 2, dy / 2, true)
  }
  const handlePointerEnd = (event: PointerEvent) => {
    const pointer = pointers.get(event.pointerId)
    pointers.delete(event.pointerId)
    if (!pointer) return
    if (captured) handlers.onUp()
    else if (!pointer.moved && event.type === 'pointerup' && event.button === 0)
      handlers.onPress(...toNormalized(event))
    captured = false
    pinchDistance = 0
  }
  on('pointerup', handlePointerEnd)
  on('pointercancel', handlePointerEnd)
  on('pointerleave', (event) => {
    if (!pointers.has(event.pointerId)) handlers.onLeave()
  })
  on('contextmenu', (event) => event.preventDefault(), false)
  on(
    'wheel',
    (event) => {
      event.preventDefault()
      handlers.onZoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0016), ...toNormalized(event))
    },
    false,
  )
  const handleKey = (event: KeyboardEvent, down: boolean) => {
    // With a modifier it is a browser shortcut; key up is handled all the same.
    if (down && (event.ctrlKey || event.metaKey || event.altKey)) return
    if (handlers.onKey(event.code, down)) event.preventDefault()
  }
  host.addEventListener('keydown', (event) => handleKey(event, true), { signal })
  host.addEventListener('keyup', (event) => handleKey(event, false), { signal })
  // Keys held while the focus leaves never report key up here.
  host.addEventListener('blur', () => handlers.onKey('', false), { signal })
  canvas.addEventListener('webglcontextlost', handlers.onContextLost, { signal })
  canvas.addEventListener('webglcontextrestored', handlers.onContextRestored, { signal })
}
