import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './pins.module.css'
import { discardPinWrite, retryPinWrite, useQueuedPinWrites } from './pin-send-queue.ts'

/** Lists the pins of a milestone, or the replies to a pin, that wait for a connection or were refused. */
export function WaitingPinWrites({ of }: { of: string }) {
  const t = useTranslations('commissions/pins')
  const waiting = useQueuedPinWrites(of)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting} aria-label={t('waiting')}>
      {waiting.map((item) => (
        <li key={item.clientId}>
          <p className={styles.text} dir="auto">
            {item.payload.body.text || t('waiting.voice')}
          </p>
          <p className={styles.quiet} role={item.state === 'failed' ? 'alert' : undefined}>
            {item.state === 'failed'
              ? [t('waiting.failed'), item.error.message].filter(Boolean).join(' · ')
              : t(item.state === 'sending' ? 'waiting.sending' : 'waiting.state')}
          </p>
          <Inline gap={1}>
            {item.state === 'failed' && (
              <Button size="small" icon="refresh" onClick={() => void retryPinWrite(item)}>
                {t('waiting.retry')}
              </Button>
            )}
            {item.state !== 'sending' && (
              <Button size="small" kind="quiet" icon="trash" onClick={() => void discardPinWrite(item)}>
                {t('waiting.discard')}
              </Button>
            )}
          </Inline>
        </li>
      ))}
    </ul>
  )
}
