import { type Tone } from './tone.ts'

export type Notice = {
  /** The same key again replaces what it showed. */
  key?: string | undefined
  title: string
  text?: string | undefined
  tone?: Tone | undefined
  /** Stays until it is put away, and interrupts what is being read out. */
  urgent?: boolean | undefined
  /** Milliseconds in sight; 5 000 unless told. */
  timeout?: number | undefined
  /** Pressing the notice leads there. */
  href?: string | undefined
  action?: { label: string; onPress: () => void }
  /** Called when it leaves for whatever reason. */
  onGone?: (() => void) | undefined
}

export type ShownNotice = Notice & { key: string }

/** What draws notices: it is told what to show and what to take away. */
export type NoticeScreen = { show: (notice: ShownNotice) => void; hide: (key: string) => void }

export type NoticeQueue = {
  /** Shows it, or lines it up behind the others; before a screen is there it waits. Returns its key. */
  add: (notice: Notice) => string
  close: (key: string) => void
  /** The screen tells that a notice has left. */
  gone: (key: string) => void
  /** Binds the screen that draws; returns how to unbind it. */
  attach: (screen: NoticeScreen) => () => void
  /** Calls back once something waits, so that the screen can be fetched then. */
  onFirst: (listener: () => void) => () => void
}

/**
 * Notices in order, at most `limit` in sight, the rest waiting their turn; nothing is lost before a screen is there.
 * Urgent ones stay for as long as nobody puts them away: they leave one place to what comes and goes.
 */
export function createNoticeQueue({ limit }: { limit: number }): NoticeQueue {
  const waiting: ShownNotice[] = []
  const shown = new Map<string, ShownNotice>()
  const listeners = new Set<() => void>()
  let screen: NoticeScreen | undefined
  let count = 0

  function fill() {
    while (screen && shown.size < limit) {
      const staying = Array.from(shown.values()).filter(({ urgent }) => urgent).length
      const place = waiting.findIndex(({ urgent }) => !urgent || staying < Math.max(1, limit - 1))
      const [next] = place < 0 ? [] : waiting.splice(place, 1)
      if (!next) return
      shown.set(next.key, next)
      screen.show(next)
    }
  }

  function add(notice: Notice): string {
    const key = notice.key ?? `notice-${++count}`
    const full = { ...notice, key }
    const place = waiting.findIndex((other) => other.key === key)
    if (shown.has(key)) {
      shown.set(key, full)
      screen?.show(full)
    } else if (place >= 0) {
      waiting[place] = full
    } else {
      waiting.push(full)
      fill()
    }
    for (const listener of listeners) listener()
    return key
  }

  function close(key: string) {
    const place = waiting.findIndex((other) => other.key === key)
    if (place >= 0) waiting.splice(place, 1)
    else if (shown.has(key)) screen?.hide(key)
  }

  function gone(key: string) {
    const notice = shown.get(key)
    if (!notice) return
    shown.delete(key)
    notice.onGone?.()
    fill()
  }

  return {
    add,
    close,
    gone,
    attach(next) {
      screen = next
      fill()
      return () => {
        if (screen === next) screen = undefined
      }
    },
    onFirst(listener) {
      listeners.add(listener)
      if (waiting.length > 0) listener()
      return () => listeners.delete(listener)
    },
  }
}
