import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import { closePageReport, readPageReport, unlistReportedPage } from '@veranda/contract/talent/explore/routes.ts'
import { type PageReport } from '@veranda/contract/talent/explore/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActDialog } from '../act-dialog.tsx'
import styles from '../admin.module.css'
import { CaseOwnership } from '../case-ownership.tsx'
import { CaseMissing, CaseSkeleton } from '../case-states.tsx'
import { UserLink } from '../user-link.tsx'

/** Shows a report of a public page, and lets the admin take the page down or close the report. */
export function ReportCase({ id }: { id: string }) {
  const query = useRead(readPageReport, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<CaseMissing />}>
      {(report) => <ReportView report={report} />}
    </QueryBoundary>
  )
}

function ReportView({ report }: { report: PageReport }) {
  const t = useTranslations('admin')
  const [open, setOpen] = useState<'close' | 'unlist'>()
  const stop = () => setOpen(undefined)
  const options = { invalidates: [readPageReport, listCases, listQueues], onDone: stop }
  const close = useCommand(closePageReport, options)
  const unlist = useCommand(unlistReportedPage, options)
  const { id, creatorId, name, handle, work, reason, message, at, closedAt } = report
  const params = { id }
  return (
    <Page
      title={t('report.title', { name })}
      lead={t(closedAt === null ? 'state.reports.open' : 'state.reports.closed')}
      actions={
        closedAt === null && (
          <>
            <Button kind="danger" onClick={() => setOpen('unlist')}>
              {t('report.unlist')}
            </Button>
            <Button onClick={() => setOpen('close')}>{t('report.close')}</Button>
          </>
        )
      }
    >
      <Stack gap={5}>
        <CaseOwnership queue="reports" caseId={id} />
        <Card padded title={t('facts')}>
          <dl className={styles.facts}>
            <dt>{t('chargeback.creator')}</dt>
            <dd>
              <UserLink user={{ id: creatorId, name }} />
            </dd>
            <dt>{t('report.page')}</dt>
            <dd>
              <Anchor href={`/explore/${handle}`}>
                <bdi>{`@${handle}`}</bdi>
              </Anchor>
            </dd>
            {work !== null && (
              <>
                <dt>{t('report.work')}</dt>
                <dd>
                  <bdi>{work}</bdi>
                </dd>
              </>
            )}
            <dt>{t('report.reason')}</dt>
            <dd>{t(`reason.${reason}`)}</dd>
            <dt>{t('report.sent')}</dt>
            <dd>
              <Timestamp at={at} show="moment" />
            </dd>
          </dl>
          {message !== '' && (
            <p className={styles.text} dir="auto">
              {message}
            </p>
          )}
        </Card>
      </Stack>
      <ActDialog
        open={open === 'unlist'}
        onClose={stop}
        title={t('report.unlist.title', { name })}
        text={t('report.unlist.text')}
        action={t('report.unlist')}
        hint={t('act.reason.creator')}
        danger
        busy={unlist.busy}
        problem={unlist.problem}
        onSend={(why) => void unlist.run({ params, body: { reason: why } })}
      />
      <ActDialog
        open={open === 'close'}
        onClose={stop}
        title={t('report.close.title')}
        text={t('report.close.text')}
        action={t('report.close')}
        hint={t('act.reason.log')}
        busy={close.busy}
        problem={close.problem}
        onSend={(why) => void close.run({ params, body: { reason: why } })}
      />
    </Page>
  )
}
