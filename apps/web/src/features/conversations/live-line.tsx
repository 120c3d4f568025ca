import { Icon } from '@veranda/ui/icon.tsx'
import { useSyncExternalStore } from 'react'
import { useLiveState } from '../../lib/live.ts'
import { useWords } from '../../lib/words.ts'
import styles from './thread-pane.module.css'

/** How the connection stands, whenever it does not. */
export function LiveLine() {
  const t = useWords('messages')
  const live = useLiveState()
  const online = useSyncExternalStore(listenOnline, () => navigator.onLine)
  const text = online ? (live === 'lost' ? t('live.lost') : undefined) : t('live.offline')
  return (
    <div role="status">
      {text && (
        <p className={styles.live}>
          <Icon name="warning" size={14} />
          {text}
        </p>
      )}
    </div>
  )
}

function listenOnline(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
