import { isolateText } from '@veranda/i18n/text-direction.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useEffect } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { sharedFilesCache } from '../../../lib/worker-messages.ts'
import styles from './shared-files.module.css'

/** Files that another app shared with this one and that have no place yet. */
const sharedFiles = createStore<readonly File[]>([])

/**
 * Shows the files that another app shared with this one. Above the list it asks for a conversation; in one, `onAttach`
 * takes them as attachments of the next message.
 */
export function SharedFiles({ onAttach }: { onAttach?: (files: readonly File[]) => void }) {
  const t = useTranslations('conversations')
  const format = useFormat()
  const language = useLanguage()
  const files = useStore(sharedFiles)
  useEffect(() => void readSharedFiles(), [])
  if (files.length === 0) return null

  function attach() {
    onAttach?.(files)
    void forgetSharedFiles()
  }

  return (
    <section className={styles.shared} aria-label={t('shared', { count: files.length })}>
      <Banner
        title={t(onAttach ? 'shared' : 'shared.choose', { count: files.length })}
        action={
          <Inline gap={1} wrap>
            {onAttach && (
              <Button size="small" onClick={attach}>
                {t('shared.attach')}
              </Button>
            )}
            <Button size="small" kind="quiet" onClick={() => void forgetSharedFiles()}>
              {t('shared.discard')}
            </Button>
          </Inline>
        }
      >
        {format.list(files.map(({ name }) => isolateText(name, language)))}
      </Banner>
    </section>
  )
}

/** Reads what the worker kept of them; it stays there until it is attached, discarded or the user signs out. */
async function readSharedFiles(): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(sharedFilesCache))) return
  const cache = await caches.open(sharedFilesCache)
  const files: File[] = []
  for (const key of await cache.keys()) {
    const kept = await cache.match(key)
    if (!kept) continue
    const name = decodeURIComponent(kept.headers.get('x-file-name') ?? '')
    files.push(new File([await kept.arrayBuffer()], name, { type: kept.headers.get('content-type') ?? '' }))
  }
  sharedFiles.set(files)
}

async function forgetSharedFiles(): Promise<void> {
  sharedFiles.set([])
  await caches.delete(sharedFilesCache)
}
