import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { useState } from 'react'
import { deviceStorage } from '../../../lib/device/device-storage.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { detectDevice } from '../access/detect-device.ts'
import styles from '../room.module.css'

const storageKey = 'move-hint'

/** Says how to move in the room, by keys or by touch, until it is dismissed; a sign-out forgets that. */
export function MoveHint() {
  const t = useTranslations('rooms')
  const [isDismissed, setDismissed] = useState(() => deviceStorage.get(storageKey) !== null)
  if (isDismissed) return null
  function dismiss() {
    deviceStorage.set(storageKey, 'dismissed')
    setDismissed(true)
  }
  return (
    <div className={styles.moveHint}>
      <Banner
        title={t('move-hint.title')}
        action={
          <Button size="small" kind="quiet" onClick={dismiss}>
            {t('move-hint.dismiss')}
          </Button>
        }
      >
        {t(`move-hint.${detectDevice()}`)}
      </Banner>
    </div>
  )
}
