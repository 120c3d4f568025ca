/** What mouse, fingers and keys mean on the stage. Places are shares of the stage from -1 to 1, y up. */
export type FlatTold = {
  readonly point: (x: number, y: number) => void
  readonly leave: () => void
  /** A finger or the button went down: true takes the whole way that follows, as handles and pens do. */
  readonly down: (x: number, y: number) => boolean
  readonly move: (x: number, y: number) => void
  readonly up: () => void
  /** A press that was not a way. */
  readonly press: (x: number, y: number) => void
  /** A way over the stage, in pixels; `beside` with the other button or two fingers. */
  readonly drag: (dx: number, dy: number, beside: boolean) => void
  readonly closer: (by: number, x: number, y: number) => void
  /** A key that is held; an empty one lets go of all. Whether it means something here. */
  readonly key: (code: string, down: boolean) => boolean
  readonly lost: () => void
  readonly restored: () => void
}

const slack = 6

type Finger = { x: number; y: number; readonly fromX: number; readonly fromY: number; moved: boolean }

/** Listens on the canvas, and for keys on what holds it, which alone takes the focus. */
export function listenToRoom(canvas: HTMLCanvasElement, host: HTMLElement, told: FlatTold, signal: AbortSignal): void {
  const fingers = new Map<number, Finger>()
  let taken = false
  let apart = 0
  const shares = (event: MouseEvent): [number, number] => {
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
    // A finger that is gone by now, or a made-up one, cannot be held.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId)
    const { clientX: x, clientY: y } = event
    fingers.set(event.pointerId, { x, y, fromX: x, fromY: y, moved: false })
    if (fingers.size === 1 && event.button === 0) {
      told.point(...shares(event))
      taken = told.down(...shares(event))
    } else if (fingers.size === 2) {
      if (taken) told.up()
      taken = false
      apart = 0
    }
  })
  on('pointermove', (event) => {
    const finger = fingers.get(event.pointerId)
    if (!finger) {
      told.point(...shares(event))
      return
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y]
    finger.x = event.clientX
    finger.y = event.clientY
    if (Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) > slack) finger.moved = true
    if (taken) told.move(...shares(event))
    else if (fingers.size === 2) two(dx, dy, event)
    else if (finger.moved) told.drag(dx, dy, (event.buttons & 6) !== 0)
  })
  const two = (dx: number, dy: number, event: PointerEvent) => {
    const [a, b] = [...fingers.values()]
    if (!a || !b) return
    a.moved = b.moved = true
    const now = Math.hypot(a.x - b.x, a.y - b.y)
    if (apart > 0 && now > 0) told.closer(apart / now, ...shares(event))
    apart = now
    told.drag(dx / 2, dy / 2, true)
  }
  const end = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId)
    fingers.delete(event.pointerId)
    if (!finger) return
    if (taken) told.up()
    else if (!finger.moved && event.type === 'pointerup' && event.button === 0) told.press(...shares(event))
    taken = false
    apart = 0
  }
  on('pointerup', end)
  on('pointercancel', end)
  on('pointerleave', (event) => {
    if (!fingers.has(event.pointerId)) told.leave()
  })
  on('contextmenu', (event) => event.preventDefault(), false)
  on(
    'wheel',
    (event) => {
      event.preventDefault()
      told.closer(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0016), ...shares(event))
    },
    false,
  )
  const key = (event: KeyboardEvent, down: boolean) => {
    // With these it is a shortcut of the browser's; a key that comes up is let go all the same.
    if (down && (event.ctrlKey || event.metaKey || event.altKey)) return
    if (told.key(event.code, down)) event.preventDefault()
  }
  host.addEventListener('keydown', (event) => key(event, true), { signal })
  host.addEventListener('keyup', (event) => key(event, false), { signal })
  // Keys that are held while the focus goes elsewhere never come up here.
  host.addEventListener('blur', () => told.key('', false), { signal })
  canvas.addEventListener('webglcontextlost', told.lost, { signal })
  canvas.addEventListener('webglcontextrestored', told.restored, { signal })
}
