import { type Tone } from './tone.ts'

export type Toast = {
  /** Adding the same key again replaces the toast. */
  key?: string | undefined
  title: string
  text?: string | undefined
  /** Stands behind the text, which cannot turn its reading direction. */
  suffix?: string | undefined
  tone?: Tone | undefined
  /** Stays until dismissed, and interrupts screen readers. */
  urgent?: boolean | undefined
  /** The time for which it is visible, in milliseconds; 5 000 by default. */
  timeoutMs?: number | undefined
  /** Opened when the toast is clicked. */
  href?: string | undefined
  action?: { label: string; onPress: () => void }
  /** Called when it closes for any reason. */
  onClosed?: (() => void) | undefined
}

export type QueuedToast = Toast & { key: string }

/** Renders the toasts of a queue. */
export type ToastRenderer = { show: (toast: QueuedToast) => void; hide: (key: string) => void }

export type ToastQueue = {
  /** Shows a toast or queues it behind the others; waits until a renderer is attached. Returns its key. */
  add: (toast: Toast) => string
  close: (key: string) => void
  /** Closes the toasts that lead to this address, also those that wait. */
  closeLinksTo: (href: string) => void
  /** Called by the renderer when a toast has closed. */
  onClosed: (key: string) => void
  /** Attaches the renderer; returns a function that detaches it. */
  attachRenderer: (renderer: ToastRenderer) => () => void
  /** Registers a listener for added toasts, so that the renderer can be loaded on demand. */
  onAdded: (listener: () => void) => () => void
}

/**
 * Creates a queue that shows at most `limit` toasts at a time; nothing is lost before a renderer is attached. Urgent
 * toasts stay until dismissed and leave one place free for others.
 */
export function createToastQueue({ limit }: { limit: number }): ToastQueue {
  const waiting: QueuedToast[] = []
  const shown = new Map<string, QueuedToast>()
  const listeners = new Set<() => void>()
  let renderer: ToastRenderer | undefined
  let count = 0

  function showNext() {
    while (renderer && shown.size < limit) {
      const urgentCount = Array.from(shown.values()).filter(({ urgent }) => urgent).length
      const index = waiting.findIndex(({ urgent }) => !urgent || urgentCount < Math.max(1, limit - 1))
      const [next] = index < 0 ? [] : waiting.splice(index, 1)
      if (!next) return
      shown.set(next.key, next)
      renderer.show(next)
    }
  }

  function add(toast: Toast): string {
    const key = toast.key ?? `toast-${++count}`
    const queued = { ...toast, key }
    const index = waiting.findIndex((other) => other.key === key)
    if (shown.has(key)) {
      shown.set(key, queued)
      renderer?.show(queued)
    } else if (index >= 0) {
      waiting[index] = queued
    } else {
      waiting.push(queued)
      showNext()
    }
    for (const listener of listeners) listener()
    return key
  }

  function close(key: string) {
    const index = waiting.findIndex((other) => other.key === key)
    if (index >= 0) waiting.splice(index, 1)
    else if (shown.has(key)) renderer?.hide(key)
  }

  function closeLinksTo(href: string) {
    // Those that wait first, so that none of them takes the place of one that closes.
    for (const toast of [...waiting, ...shown.values()]) if (toast.href === href) close(toast.key)
  }

  function onClosed(key: string) {
    const toast = shown.get(key)
    if (!toast) return
    shown.delete(key)
    toast.onClosed?.()
    showNext()
  }

  return {
    add,
    close,
    closeLinksTo,
    onClosed,
    attachRenderer(next) {
      renderer = next
      showNext()
      return () => {
        if (renderer === next) renderer = undefined
      }
    },
    onAdded(listener) {
      listeners.add(listener)
      if (waiting.length > 0) listener()
      return () => listeners.delete(listener)
    },
  }
}
