import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AssetTiles } from '../../../components/assets/asset-tiles.tsx'
import styles from './message.module.css'
import { type OutgoingMessage } from './send-queue.ts'

export type OutgoingMessageActions = {
  retry: (item: OutgoingMessage) => void
  edit: (item: OutgoingMessage) => void
  drop: (item: OutgoingMessage) => void
}

/** Renders a message that is not yet in the stream, with its send state. */
export function OutgoingMessageItem({
  item,
  startsGroup,
  actions,
}: {
  item: OutgoingMessage
  startsGroup: boolean
  actions: OutgoingMessageActions
}) {
  const t = useTranslations('conversations')
  const failed = item.state === 'failed'
  return (
    <li className={cx(styles.message, styles.mine, startsGroup && styles.begins)}>
      <div className={styles.body}>
        <div className={cx(styles.bubble, failed ? styles.failed : styles.waiting)}>
          <p className={styles.text} dir="auto">
            {item.payload.message}
          </p>
          {item.payload.attachments && <AssetTiles assets={item.payload.attachments} label={t('attached')} large />}
        </div>
        <p className={cx(styles.state, failed && styles.stateFailed)} role={failed ? 'alert' : undefined}>
          <Icon name={failed ? 'error' : item.state === 'sent' ? 'check' : 'clock'} size={12} />
          {t(`state.${item.state}`)}
          {item.state === 'failed' && item.error.message !== '' ? ` · ${item.error.message}` : ''}
        </p>
        {(failed || item.state === 'queued') && (
          <div className={styles.stateActs}>
            {failed && (
              <Button size="small" icon="refresh" onClick={() => actions.retry(item)}>
                {t('failed.retry')}
              </Button>
            )}
            <Button size="small" kind="quiet" icon="edit" onClick={() => actions.edit(item)}>
              {t('failed.edit')}
            </Button>
            <Button size="small" kind="quiet" icon="trash" onClick={() => actions.drop(item)}>
              {t('failed.drop')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
