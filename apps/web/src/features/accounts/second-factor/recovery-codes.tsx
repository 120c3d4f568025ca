import { Button } from '@veranda/ui/button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import styles from '../settings/settings.module.css'

/** Shows new recovery codes, which cannot be shown again, with ways to keep them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const { user } = useSession()

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      snackbars.add({ key: 'codes-copied', title: c('copied'), tone: 'success' })
    } catch {
      snackbars.add({ key: 'codes-copied', title: t('recovery.copy-failed'), tone: 'warning' })
    }
  }

  function download() {
    const head = t('recovery.file', { email: user?.email ?? user?.name ?? '' })
    const href = URL.createObjectURL(new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href, download: 'veranda-recovery-codes.txt' }).click()
    URL.revokeObjectURL(href)
  }

  return (
    <Stack>
      <p>
        {t('recovery.text')} <strong>{t('recovery.once')}</strong>
      </p>
      <ol className={styles.codes} aria-label={t('recovery')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Inline wrap>
        <Button size="small" icon="copy" onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button size="small" icon="file" onClick={download}>
          {t('recovery.download')}
        </Button>
        <Button size="small" icon="receipt" onClick={() => print()}>
          {t('recovery.print')}
        </Button>
      </Inline>
      <div>
        <Button kind="filled" onClick={onDone}>
          {t('recovery.saved')}
        </Button>
      </div>
    </Stack>
  )
}
