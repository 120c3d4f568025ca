import { Dialog } from '@veranda/ui/dialog.tsx'
import { Kbd } from '@veranda/ui/kbd.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './admin.module.css'
import { sectionKeys } from './admin-paths.ts'

/** Lists the keys of the admin pages. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('admin')
  const keys = [
    [['j', 'k'], t('keys.move')],
    [['Enter'], t('keys.open')],
    [['Esc'], t('keys.up')],
    [['g', 'h'], t('overview')],
    ...Object.entries(sectionKeys).map(([section, letter]) => [
      ['g', letter],
      t(`section.${section as keyof typeof sectionKeys}`),
    ]),
    [['?'], t('keys')],
  ] as [string[], string][]
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')}>
      <dl className={styles.keys}>
        {keys.map(([pressed, text]) => (
          <div key={pressed.join(' ')}>
            <dt>
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
