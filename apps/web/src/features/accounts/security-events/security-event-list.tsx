import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { type SecurityEvent } from '@veranda/contract/accounts/security-events/schemas.ts'
import { type SecurityEventType } from '@veranda/core/accounts/security-events/security-event.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useDeviceLabel } from '../sessions/device-list.tsx'
import '../settings/events.ts'
import styles from '../settings/settings.module.css'

/** Events that someone else may have caused. */
const failures: readonly SecurityEventType[] = [
  'account.sign-in-failed',
  'account.reauthentication-failed',
  'account.pairing-failed',
  'account.device-refused',
  'account.session-refused',
]

/** Lists what happened to the account: sign-ins, failed ones, and changes of what the user signs in with. */
export function SecurityEventList() {
  const t = useTranslations('accounts/settings')
  const list = useList(listSecurityEvents, { query: {} }, { staleTimeMs: 0 })
  return (
    <Card title={t('activity')}>
      <p className={styles.intro}>{t('activity.text')}</p>
      {list.isPending && <SkeletonRows count={4} label={t('activity.loading')} />}
      {list.problem && list.items.length === 0 && (
        <QueryError problem={list.problem} retry={list.retry} errorTitle={t('activity.failed')} />
      )}
      {!list.isPending && !list.problem && list.items.length === 0 && (
        <p className={styles.intro}>{t('activity.none')}</p>
      )}
      <Rows label={t('activity')}>
        {list.items.map((event) => (
          <SecurityEventRow key={event.id} event={event} />
        ))}
      </Rows>
      {list.hasMore && (
        <div className={styles.below}>
          <Button busy={list.loadingMore} onClick={list.loadMore}>
            {t('activity.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function SecurityEventRow({ event }: { event: SecurityEvent }) {
  const t = useTranslations('accounts/settings')
  const nameOf = useDeviceLabel()
  const { type, count, ipAddress, location, at } = event
  return (
    <Row
      lead={<Icon name={failures.includes(type) ? 'warning' : 'lock'} />}
      title={t(`event.${type}`)}
      detail={
        <>
          {count > 1 && <>{t('activity.count', { count })} · </>}
          {nameOf(event)}
          {ipAddress !== null && (
            <>
              {' '}
              · <bdi>{ipAddress}</bdi>
            </>
          )}
          {location !== null && (
            <>
              {' '}
              · <bdi>{location}</bdi>
            </>
          )}{' '}
          · <Timestamp at={at} />
        </>
      }
    />
  )
}
