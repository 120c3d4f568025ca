import { type AdminTicket } from '@veranda/contract/support/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'
import { UserLink } from '../user-link.tsx'

/** Shows who sent a ticket, in which language they read, and when it was first answered. */
export function TicketFacts({ ticket }: { ticket: AdminTicket }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const { sender, email, language, createdAt, firstAnsweredAt } = ticket
  return (
    <Card padded title={t('facts')}>
      <dl className={styles.facts}>
        <dt>{t('ticket.sender')}</dt>
        <dd>{sender ? <UserLink user={sender} /> : t('ticket.signed-out')}</dd>
        <dt>{t('ticket.email')}</dt>
        <dd>
          <bdi>{email}</bdi>
        </dd>
        <dt>{t('ticket.language')}</dt>
        <dd>{format.languageName(language)}</dd>
        <dt>{t('ticket.sent')}</dt>
        <dd>
          <Timestamp at={createdAt} show="moment" />
        </dd>
        <dt>{t('ticket.first-answer')}</dt>
        <dd>
          {firstAnsweredAt === null ? t('ticket.not-answered') : <Timestamp at={firstAnsweredAt} show="moment" />}
        </dd>
      </dl>
    </Card>
  )
}
