import { markConversationRead } from '@veranda/contract/conversations/routes.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { isTabFocused } from '../../../lib/realtime/open-pages.ts'
import { applyReadCursor } from '../conversation-cache.ts'
import { visibleConversationId } from '../open-conversations.ts'

/** Messages that arrive in a burst are receipted once. */
const receiptDelayMs = 300

/** Sends read receipts while the user is at the end of the conversation and the page has focus. */
export function useReadReceipts(conversationId: string, cursor: number, atEnd: boolean): void {
  const focused = usePageFocus()
  const isReading = atEnd && focused
  const sendReceipt = useEffectEvent((seq: number) => {
    applyReadCursor(conversationId, seq)
    call(markConversationRead, { params: { id: conversationId }, body: { seq } }).catch(() => {
      // The next message or the next focus sends it again.
    })
  })

  useEffect(() => {
    if (!isReading) return
    visibleConversationId.set(conversationId)
    return () => visibleConversationId.set(undefined)
  }, [conversationId, isReading])

  useEffect(() => {
    if (!isReading || cursor === 0) return
    const timer = setTimeout(() => sendReceipt(cursor), receiptDelayMs)
    return () => clearTimeout(timer)
  }, [isReading, cursor])
}

/** Returns whether the page is visible and focused. */
function usePageFocus(): boolean {
  const [focused, setFocused] = useState(isTabFocused)
  useEffect(() => {
    const update = () => setFocused(isTabFocused())
    addEventListener('focus', update)
    addEventListener('blur', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      removeEventListener('focus', update)
      removeEventListener('blur', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return focused
}
