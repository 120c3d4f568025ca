import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { useWords } from '../../lib/words.ts'
import { WorkTiles } from '../../parts/work-tiles.tsx'
import styles from './message.module.css'
import { type OutgoingItem } from './outbox.ts'

export type OutgoingActs = {
  retry: (item: OutgoingItem) => void
  edit: (item: OutgoingItem) => void
  drop: (item: OutgoingItem) => void
}

/** What was written here and is not in the log yet, with where it stands. */
export function OutgoingItemView({ item, begins, acts }: { item: OutgoingItem; begins: boolean; acts: OutgoingActs }) {
  const t = useWords('messages')
  const failed = item.state === 'failed'
  return (
    <li className={cx(styles.message, styles.mine, begins && styles.begins)}>
      <div className={styles.body}>
        <div className={cx(styles.bubble, failed ? styles.failed : styles.waiting)}>
          <p className={styles.text} dir="auto">
            {item.payload.message}
          </p>
          {item.payload.works && <WorkTiles works={item.payload.works} label={t('attached')} large />}
        </div>
        <p className={cx(styles.state, failed && styles.stateFailed)} role={failed ? 'alert' : undefined}>
          <Icon name={failed ? 'error' : item.state === 'sent' ? 'check' : 'clock'} size={12} />
          {t(`state.${item.state}`)}
          {failed && item.refusal?.message ? ` · ${item.refusal.message}` : ''}
        </p>
        {(failed || item.state === 'queued') && (
          <div className={styles.stateActs}>
            {failed && (
              <Button size="small" icon="refresh" onClick={() => acts.retry(item)}>
                {t('failed.retry')}
              </Button>
            )}
            <Button size="small" kind="quiet" icon="edit" onClick={() => acts.edit(item)}>
              {t('failed.edit')}
            </Button>
            <Button size="small" kind="quiet" icon="trash" onClick={() => acts.drop(item)}>
              {t('failed.drop')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
