import { useEffect, useState } from 'react'

const keyOf = (conversationId: string) => `draft ${conversationId}`

/** What is being written in a conversation; it survives a reload, and goes with the session. */
export function useDraft(conversationId: string): [string, (draft: string) => void] {
  const [draft, setDraft] = useState(() => localStorage.getItem(keyOf(conversationId)) ?? '')
  useEffect(() => {
    if (draft === '') localStorage.removeItem(keyOf(conversationId))
    else localStorage.setItem(keyOf(conversationId), draft)
  }, [conversationId, draft])
  return [draft, setDraft]
}
