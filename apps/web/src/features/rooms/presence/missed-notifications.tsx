import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'

/** Shows the notifications that arrived while the user was in the room, if any. */
export function MissedNotifications({ since, onClose }: { since: string; onClose: () => void }) {
  const t = useTranslations('rooms')
  const { data } = useRead(listNotifications, { query: { read: 'false', limit: 20 } }, { staleTimeMs: 0 })
  const missed = data?.items.filter(({ createdAt }) => createdAt >= since) ?? []
  return (
    <Dialog
      open={missed.length > 0}
      onClose={onClose}
      title={t('while.title')}
      actions={
        <>
          <Button href="/notifications">{t('while.all')}</Button>
          <Button kind="filled" onClick={onClose}>
            {t('while.close')}
          </Button>
        </>
      }
    >
      <Rows label={t('while.title')}>
        {missed.map(({ _id, title, message, createdAt, data: { actionUrl } }) => (
          <Row
            key={_id}
            title={title}
            detail={message}
            end={<Timestamp at={createdAt} />}
            wraps
            {...(actionUrl?.startsWith('/') === true ? { href: actionUrl } : {})}
          />
        ))}
      </Rows>
    </Dialog>
  )
}
