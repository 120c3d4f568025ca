import { markConversationRead } from '@veranda/contract/conversations/routes.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../lib/call.ts'
import { heardRead } from './conversation-cache.ts'
import { inSight } from './threads.ts'

/** Tells the server how far the reader has come, while they look at the end of the conversation. */
export function useReading(conversationId: string, cursor: number, looking: boolean): void {
  const present = usePresence()
  const sees = looking && present
  const told = useEffectEvent((seq: number) => {
    heardRead(conversationId, seq)
    call(markConversationRead, { params: { id: conversationId }, body: { seq } }).catch(() => {
      // The next message or the next look tells it again.
    })
  })

  useEffect(() => {
    if (!sees) return
    inSight.set(conversationId)
    return () => inSight.set(undefined)
  }, [conversationId, sees])

  useEffect(() => {
    if (!sees || cursor === 0) return
    const timer = setTimeout(() => told(cursor), 300)
    return () => clearTimeout(timer)
  }, [sees, cursor])
}

/** Whether the page is visible and has the focus. */
function usePresence(): boolean {
  const [present, setPresent] = useState(isPresent)
  useEffect(() => {
    const look = () => setPresent(isPresent())
    addEventListener('focus', look)
    addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return present
}

function isPresent(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
