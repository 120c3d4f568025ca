import { assignCase, listCases, listQueues, readCaseOwner } from '@veranda/contract/admin/routes.ts'
import { type AdminQueueName } from '@veranda/core/admin/admin-queues.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { invalidateReads, useRead } from '../../lib/api/query.ts'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import styles from './admin.module.css'

/** Shows who has taken a case, and lets the admin take it, take it over, or leave it. */
export function CaseOwnership({ queue, caseId }: { queue: AdminQueueName; caseId: string }) {
  const t = useTranslations('admin')
  const { user } = useSession()
  const { data } = useRead(readCaseOwner, { params: { queue }, query: { caseId } }, { staleTimeMs: 0 })
  const assign = useCommand(assignCase, { invalidates: [readCaseOwner, listCases, listQueues] })
  if (!data) return null
  const { owner } = data
  const isOwn = owner !== null && owner.id === user?.id
  async function run(to: 'me' | 'nobody') {
    const outcome = await assign.run({ params: { queue }, body: { caseId, from: owner?.id ?? null, to } })
    // Someone else was faster: the page shows who.
    if (!outcome.ok) await invalidateReads(readCaseOwner)
  }
  return (
    <Stack gap={2}>
      <Inline wrap gap={3}>
        <span className={styles.quiet}>
          {owner === null ? t('owner.none') : isOwn ? t('owner.you') : t('owner.is', { name: owner.name })}
        </span>
        <Button size="small" busy={assign.busy} onClick={() => void run(isOwn ? 'nobody' : 'me')}>
          {isOwn ? t('owner.leave') : owner === null ? t('owner.take') : t('owner.take-over')}
        </Button>
      </Inline>
      <ProblemBanner problem={assign.problem} />
    </Stack>
  )
}
