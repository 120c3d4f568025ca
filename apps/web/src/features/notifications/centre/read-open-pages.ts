import { markAllRead } from '@veranda/contract/notifications/routes.ts'
import { toasts } from '../../../components/toasts.ts'
import { call } from '../../../lib/api/call.ts'
import { isTabFocused, openPages } from '../../../lib/realtime/open-pages.ts'
import { onResume } from '../../../lib/realtime/realtime.ts'
import { applyUnreadCounts, getUnreadCounts } from '../../../lib/realtime/unread-counts.ts'

/** Addresses that were opened, or got a notification while open, since what leads to them was last marked read. */
const unreadPages = new Set<string>()

/**
 * Marks read what leads to the pages that are open in this tab, once the user looks at it. The server knows every such
 * notification, also those that no list has loaded, and its event updates the lists and counts of all tabs.
 */
export function readOpenPages(): void {
  const { count, version } = getUnreadCounts()
  // No count is known before the connection.
  if (version < 0 || (count > 0 && !isTabFocused())) return
  const links = [...unreadPages].filter((address) => openPages.get().includes(address))
  unreadPages.clear()
  if (count > 0) for (const link of links) void markPageRead(link)
}

async function markPageRead(link: string): Promise<void> {
  try {
    const { unread, version } = await call(markAllRead, { query: { link } })
    applyUnreadCounts({ count: unread, version })
  } catch {
    // No one waits for this call; it is repeated when the page is opened again.
  }
}

/** Notes that a notification which leads to this address has arrived; the unread count follows it. */
export function noteArrival(address: string | undefined): void {
  if (address !== undefined && openPages.get().includes(address)) unreadPages.add(address)
}

/** Reads pages as they are opened, which closes their toasts, and as the tab gets the focus. */
export function registerPageReading(): void {
  let known: readonly string[] = []
  const noteOpened = () => {
    for (const address of openPages.get()) {
      if (known.includes(address)) continue
      unreadPages.add(address)
      // The page shows what they say.
      toasts.closeLinksTo(address)
    }
    known = openPages.get()
    readOpenPages()
  }
  noteOpened()
  openPages.subscribe(noteOpened)
  onResume(readOpenPages)
}
