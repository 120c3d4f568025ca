import { whyNotified } from '@veranda/contract/notifications/routes.ts'
import { type Notification, type Why } from '@veranda/contract/notifications/schemas.ts'
import { type Reason, reasons } from '@veranda/core/notifications/route.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Reading } from '../../parts/reading.tsx'
import styles from './why-dialog.module.css'

/** Why one was told of something, channel by channel, in the words of the rules. */
export function WhyDialog({ notification, onClose }: { notification: Notification | undefined; onClose: () => void }) {
  const t = useWords('notifications')
  return (
    <Dialog
      open={notification !== undefined}
      onClose={onClose}
      title={t('screen.why.title')}
      text={notification?.title}
      actions={<Button href="/notification-preferences">{t('screen.why.change')}</Button>}
    >
      {notification && <Reasons id={notification._id} />}
    </Dialog>
  )
}

function Reasons({ id }: { id: string }) {
  const t = useWords('notifications')
  const read = useRead(whyNotified, { params: { id } })
  return (
    <Reading of={read} shape={<SkeletonRows label={t('screen.why.loading')} />} failed={t('screen.why.failed')}>
      {({ channels }) => (
        <dl className={styles.list}>
          {channels.map((line) => (
            <div key={line.channel} className={styles.line}>
              <dt>{t(`screen.why.channel.${line.channel}`)}</dt>
              <dd>
                <Decision line={line} />
                {line.reasons.filter(isReason).map((reason) => (
                  <span key={reason} className={styles.reason}>
                    {t(`screen.reason.${reason}`)}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Reading>
  )
}

function Decision({ line }: { line: Why['channels'][number] }) {
  const t = useWords('notifications')
  const format = useFormat()
  const { decision, at } = line
  if (decision === 'send' || decision === 'suppress') return <strong>{t(`screen.why.${decision}`)}</strong>
  if (at === null) return <strong>{t(`screen.why.${decision}.open`)}</strong>
  return <strong>{t(`screen.why.${decision}`, { time: `${format.weekday(at)}, ${format.time(at)}` })}</strong>
}

function isReason(text: string): text is Reason {
  return reasons.some((known) => known === text)
}
