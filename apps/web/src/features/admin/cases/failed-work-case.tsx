import {
  dropFailedWork,
  listCases,
  listQueues,
  readFailedWork,
  retryFailedWork,
} from '@veranda/contract/admin/routes.ts'
import { type FailedWork } from '@veranda/contract/admin/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActDialog } from '../act-dialog.tsx'
import styles from '../admin.module.css'
import { casePath } from '../admin-paths.ts'
import { CaseOwnership } from '../case-ownership.tsx'
import { CaseMissing, CaseSkeleton } from '../case-states.tsx'

/** Shows a job, timer or event that was given up, and lets the admin retry it or drop it. */
export function FailedWorkCase({ id }: { id: string }) {
  const query = useRead(readFailedWork, { query: { caseId: id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<CaseMissing />}>
      {(work) => <WorkView work={work} />}
    </QueryBoundary>
  )
}

function WorkView({ work }: { work: FailedWork }) {
  const t = useTranslations('admin')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'retry' | 'drop'>()
  const stop = () => setOpen(undefined)
  const leave = (title: string) => {
    snackbars.add({ title, tone: 'success' })
    void navigate(casePath('failed-work'))
  }
  const invalidates = [listCases, listQueues]
  const retry = useCommand(retryFailedWork, { invalidates, onDone: () => leave(t('work.retried')) })
  const drop = useCommand(dropFailedWork, { invalidates, onDone: () => leave(t('work.dropped')) })
  return (
    <Page
      title={work.description}
      lead={<Timestamp at={work.at} show="moment" />}
      actions={
        <>
          <Button kind="filled" icon="refresh" onClick={() => setOpen('retry')}>
            {t('work.retry')}
          </Button>
          <Button onClick={() => setOpen('drop')}>{t('work.drop')}</Button>
        </>
      }
    >
      <Stack gap={5}>
        <CaseOwnership queue="failed-work" caseId={work.id} />
        <Card padded title={t('work.error')}>
          {/* Long errors scroll, also by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.code} tabIndex={0}>
            {work.error}
          </pre>
        </Card>
      </Stack>
      <ActDialog
        open={open === 'retry'}
        onClose={stop}
        title={t('work.retry.title')}
        text={t('work.retry.text')}
        action={t('work.retry')}
        hint={t('act.reason.log')}
        busy={retry.busy}
        problem={retry.problem}
        onSend={(reason) => void retry.run({ body: { id: work.id, reason } })}
      />
      <ActDialog
        open={open === 'drop'}
        onClose={stop}
        title={t('work.drop.title')}
        text={t('work.drop.text')}
        action={t('work.drop')}
        hint={t('act.reason.log')}
        danger
        busy={drop.busy}
        problem={drop.problem}
        onSend={(reason) => void drop.run({ body: { id: work.id, reason } })}
      />
    </Page>
  )
}
