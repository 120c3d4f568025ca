import { openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { conversationUrl } from '@veranda/core/conversation-url.ts'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { useCommand } from '../../lib/api/use-command.ts'
import { Skeleton } from '@veranda/ui/skeleton.tsx'

/** Opens the direct conversation with a user, as a link from a public page asks for it, in place of that address. */
export function OpenWith({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const open = useCommand(openDirectConversation, { idempotent: true })
  const start = useEffectEvent(async () => {
    const outcome = await open.run({ body: { userId } })
    if (outcome.ok) await navigate(conversationUrl(outcome.reply), { replace: true })
  })
  useEffect(() => void start(), [])
  return open.problem ? <ProblemBanner problem={open.problem} /> : <Skeleton shape="block" height="100%" />
}
