import { listSandboxMail } from '@veranda/contract/sandbox/routes.ts'
import { type SandboxMail } from '@veranda/contract/sandbox/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'
import { Timestamp } from '../components/time/timestamp.tsx'
import styles from './sandbox-mail-screen.module.css'

/** Lists the mails that a mail server would have sent by now, with their calendar files. */
export function SandboxMailScreen() {
  const t = useTranslations('accounts/settings')
  // Mail is sent by a job and no event announces it, so the page polls.
  // The sandbox's mailbox has no user to send events to.
  const mail = useRead(listSandboxMail, {}, { refetchIntervalMs: 3_000 })
  return (
    <Page
      width="narrow"
      title={t('mail')}
      lead={t('mail.lead')}
      actions={<Button href="/settings">{t('security.back')}</Button>}
    >
      <QueryBoundary
        query={mail}
        skeleton={<SkeletonRows count={3} label={t('mail.loading')} />}
        errorTitle={t('mail.failed')}
        notFound={<EmptyState level={2} icon="mail" title={t('mail.sent')} text={t('mail.sent.text')} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState level={2} icon="mail" title={t('mail.none')} text={t('mail.none.text')} />
          ) : (
            <ul className={styles.mails} aria-label={t('mail')}>
              {items.map((one) => (
                <li key={one.id}>
                  <MailItem mail={one} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Page>
  )
}

function MailItem({ mail: { at, subject, text, calendar } }: { mail: SandboxMail }) {
  const t = useTranslations('accounts/settings')
  return (
    // Two mails may have the same subject, so this is no landmark, which would need a unique name.
    <article className={styles.mail}>
      <header className={styles.head}>
        <h2 className={styles.subject} dir="auto">
          {subject}
        </h2>
        <Timestamp at={at} />
      </header>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {calendar && (
        <Button icon="calendar" onClick={() => downloadCalendar(calendar)}>
          {t('mail.calendar')}
        </Button>
      )}
    </article>
  )
}

function downloadCalendar({ name, content }: NonNullable<SandboxMail['calendar']>): void {
  const href = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
