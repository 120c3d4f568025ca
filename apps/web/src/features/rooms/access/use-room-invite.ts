import { acceptRoomInvite, readRoom } from '@veranda/contract/rooms/routes.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'

/** Accepts the invite whose token is in the URL fragment, once, and removes it from the URL. */
export function useRoomInvite(id: string): { done: boolean; refused: boolean } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('invite'))
  const enter = useCommand(acceptRoomInvite, { invalidates: [readRoom] })
  const { run } = enter
  useEffect(() => {
    if (token === null) return
    void run({ params: { id }, body: { token } })
    void navigate(`/rooms/${id}`, { replace: true })
    // Runs once, with the initial URL.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [token])
  return { done: token === null || enter.reply !== undefined, refused: enter.problem !== undefined }
}
