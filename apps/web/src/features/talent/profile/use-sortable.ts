import { pageDirection } from '@veranda/ui/page-direction.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

type SortableOptions = {
  /** Ids of the items in their order. */
  ids: readonly string[]
  /** Moves an item before another one, or to the end; the shown order stays until it is done. */
  onMove: (id: string, before: string | null) => Promise<unknown> | void
}

/**
 * Sorts a list by dragging its handles with mouse, pen or finger, by arrow keys on them, and by `move`. Escape puts a
 * dragged item back. Items carry `itemProps`, so that the one under the pointer is found.
 */
export function useSortable({ ids, onMove }: SortableOptions) {
  /** The order while an item is dragged, and until its move is saved. */
  const [draft, setDraft] = useState<{ order: readonly string[]; dragged: string | null }>()
  const [lastMoved, setLastMoved] = useState<{ id: string; place: number }>()
  const focused = useRef<HTMLElement>(undefined)
  const isStale = draft !== undefined && !isPermutation(draft.order, ids)
  const order = draft === undefined || isStale ? ids : draft.order

  // An element that is moved in the page loses the focus.
  useLayoutEffect(() => {
    focused.current?.focus()
    focused.current = undefined
  })

  const isDragging = !isStale && typeof draft?.dragged === 'string'
  useEffect(() => {
    if (!isDragging) return
    // Not every browser focuses a button that is pressed, so the key is caught wherever it arrives.
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setDraft(undefined)
    }
    window.addEventListener('keydown', cancel, { capture: true })
    return () => window.removeEventListener('keydown', cancel, { capture: true })
  }, [isDragging])

  async function save(id: string, next: readonly string[]): Promise<void> {
    if (next.join() === ids.join()) return setDraft(undefined)
    setDraft({ order: next, dragged: null })
    setLastMoved({ id, place: next.indexOf(id) + 1 })
    await onMove(id, next[next.indexOf(id) + 1] ?? null)
    setDraft((current) => (current?.dragged === null ? undefined : current))
    return undefined
  }

  /** Moves an item by places; negative is earlier. */
  function move(id: string, by: number): void {
    const from = order.indexOf(id)
    const to = Math.max(0, Math.min(order.length - 1, from + by))
    if (from !== to) void save(id, order.toSpliced(from, 1).toSpliced(to, 0, id))
  }

  return {
    order,
    dragged: draft?.dragged ?? undefined,
    lastMoved,
    move,
    itemProps: (id: string) => ({ 'data-sortable': id, 'data-dragged': draft?.dragged === id || undefined }),
    handleProps: (id: string) => ({
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const forward = pageDirection() === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
        const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
        const far = order.length
        const by = { ArrowUp: -1, [back]: -1, ArrowDown: 1, [forward]: 1, Home: -far, End: far }[event.key]
        if (by === undefined) return
        event.preventDefault()
        focused.current = event.currentTarget
        move(id, by)
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDraft({ order, dragged: id })
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (draft?.dragged !== id) return
        const over = document
          .elementsFromPoint(event.clientX, event.clientY)
          .flatMap((element) => element.closest<HTMLElement>('[data-sortable]')?.dataset['sortable'] ?? [])
          .find((other) => order.includes(other))
        if (over === undefined || over === id) return
        setDraft({ order: order.filter((other) => other !== id).toSpliced(order.indexOf(over), 0, id), dragged: id })
      },
      onPointerUp() {
        if (draft?.dragged === id) void save(id, order)
      },
      onPointerCancel() {
        setDraft(undefined)
      },
    }),
  }
}

function isPermutation(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
