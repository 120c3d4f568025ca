import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'

/** What came while one was inside, said on the way out; nothing is said where nothing came. */
export function WhileInside({ since, onClose }: { since: string; onClose: () => void }) {
  const t = useWords('rooms')
  const { data } = useRead(listNotifications, { query: { read: 'false', limit: 20 } }, { fresh: 0 })
  const came = data?.items.filter(({ createdAt }) => createdAt >= since) ?? []
  return (
    <Dialog
      open={came.length > 0}
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
        {came.map(({ _id, title, message, createdAt, data: { actionUrl } }) => (
          <Row
            key={_id}
            title={title}
            detail={message}
            end={<When at={createdAt} />}
            wraps
            {...(actionUrl?.startsWith('/') === true ? { href: actionUrl } : {})}
          />
        ))}
      </Rows>
    </Dialog>
  )
}
