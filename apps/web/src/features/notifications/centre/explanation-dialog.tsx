import { explainNotification } from '@veranda/contract/notifications/routes.ts'
import { type Notification, type Explanation } from '@veranda/contract/notifications/schemas.ts'
import { type DeliveryReason, deliveryReasons } from '@veranda/core/notifications/delivery/route-notification.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import styles from './explanation-dialog.module.css'

/** Explains why a notification was delivered, with the decision and reasons of each channel. */
export function ExplanationDialog({
  notification,
  onClose,
}: {
  notification: Notification | undefined
  onClose: () => void
}) {
  const t = useTranslations('notifications')
  return (
    <Dialog
      open={notification !== undefined}
      onClose={onClose}
      title={t('screen.why.title')}
      text={notification?.title}
      actions={<Button href="/notification-preferences">{t('screen.why.change')}</Button>}
    >
      {notification && <ExplanationList id={notification._id} />}
    </Dialog>
  )
}

function ExplanationList({ id }: { id: string }) {
  const t = useTranslations('notifications')
  const read = useRead(explainNotification, { params: { id } })
  return (
    <QueryBoundary
      query={read}
      skeleton={<SkeletonRows label={t('screen.why.loading')} />}
      errorTitle={t('screen.why.failed')}
    >
      {({ channels, pushedAt }) => (
        <dl className={styles.list}>
          {channels.map((channel) => (
            <div key={channel.channel} className={styles.line}>
              <dt>{t(`screen.why.channel.${channel.channel}`)}</dt>
              <dd>
                <DecisionText channel={channel} pushedAt={pushedAt} />
                {channel.reasons.filter(isReason).map((reason) => (
                  <span key={reason} className={styles.reason}>
                    {t(`screen.reason.${reason}`)}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </QueryBoundary>
  )
}

type DecisionTextProps = { channel: Explanation['channels'][number]; pushedAt: Explanation['pushedAt'] }

function DecisionText({ channel, pushedAt }: DecisionTextProps) {
  const t = useTranslations('notifications')
  const c = useTranslations('common')
  const format = useFormat()
  const { decision, at } = channel
  // A push is sent when a push service has accepted it, and not when it was decided.
  if (channel.channel === 'push' && pushedAt !== null) return <strong>{t('screen.why.send')}</strong>
  if (channel.channel === 'push' && decision === 'send') return <strong>{t('screen.why.not-delivered')}</strong>
  if (decision === 'send' || decision === 'suppress') return <strong>{t(`screen.why.${decision}`)}</strong>
  if (at === null) return <strong>{t(`screen.why.${decision}.open`)}</strong>
  const time = c('when.moment', { day: format.weekday(at), time: format.time(at) })
  return <strong>{t(`screen.why.${decision}`, { time })}</strong>
}

function isReason(text: string): text is DeliveryReason {
  return deliveryReasons.some((known) => known === text)
}
