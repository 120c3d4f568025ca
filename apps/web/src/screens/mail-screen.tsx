import { listMail } from '@veranda/contract/sandbox/routes.ts'
import { type KeptMail } from '@veranda/contract/sandbox/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'
import { When } from '../parts/when.tsx'
import styles from './mail-screen.module.css'

/** The mail that would have come by now if the sandbox had a mail server, with its calendar files. */
export function MailScreen() {
  const t = useWords('settings')
  // It goes out on its own time, and nobody tells the page.
  const mail = useRead(listMail, {}, { every: 3_000 })
  return (
    <Page
      width="narrow"
      title={t('mail')}
      lead={t('mail.lead')}
      actions={<Button href="/settings">{t('security.back')}</Button>}
    >
      <Reading
        of={mail}
        shape={<SkeletonRows count={3} label={t('mail.loading')} />}
        failed={t('mail.failed')}
        absent={<EmptyState level={2} icon="mail" title={t('mail.sent')} text={t('mail.sent.text')} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState level={2} icon="mail" title={t('mail.none')} text={t('mail.none.text')} />
          ) : (
            <ul className={styles.mails} aria-label={t('mail')}>
              {items.map((one) => (
                <li key={one.id}>
                  <OneMail mail={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
    </Page>
  )
}

function OneMail({ mail: { at, subject, text, calendar } }: { mail: KeptMail }) {
  const t = useWords('settings')
  return (
    // Two mails may say the same: no landmark that would have to have a name of its own.
    <article className={styles.mail}>
      <header className={styles.head}>
        <h2 className={styles.subject} dir="auto">
          {subject}
        </h2>
        <When at={at} />
      </header>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {calendar && (
        <Button icon="calendar" onClick={() => save(calendar)}>
          {t('mail.calendar')}
        </Button>
      )}
    </article>
  )
}

function save({ name, content }: NonNullable<KeptMail['calendar']>): void {
  const href = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
