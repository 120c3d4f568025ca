import { publicAddress } from '../../../platform/http/server-address.ts'
import { t } from '../../../platform/i18n.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { findPageReport } from './list-page-reports.ts'

export const reportMailQueue = 'talent.report-mails'
export type ReportMailJob = { reportId: string; to: string; language: string }

/** Mails a report about a public page to one admin. */
export const reportMailer = worker<ReportMailJob>(
  reportMailQueue,
  async ({ reportId, to, language }, { db, env, gateways }) => {
    const report = await findPageReport(db, reportId)
    if (!report) return
    const { handle, name, work, reason, message } = report
    const link = `${publicAddress(env)}/admin/reports/${reportId}`
    const lines = [
      t('notifications', 'mail.page-report.text', { name, handle }, language),
      t('notifications', `mail.page-report.reason.${reason}`, {}, language),
      ...(work === null ? [] : [t('notifications', 'mail.page-report.work', { work }, language)]),
      ...(message === '' ? [] : [message]),
      t('notifications', 'mail.page-report.act', { link }, language),
    ]
    await gateways.mail.send({
      to,
      subject: t('notifications', 'mail.page-report.subject', { name }, language),
      text: lines.join('\n\n'),
      headers: { 'X-Veranda-Report': report.id },
    })
  },
)
