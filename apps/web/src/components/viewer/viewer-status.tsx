import { Button } from '@veranda/ui/button.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { type ViewerState } from './use-viewer-canvas.ts'
import styles from './viewer.module.css'

type Props = { state: ViewerState; progress: number; onRetry: () => void }

/** Shows loading progress, or why there is no 3D view, over the canvas. */
export function ViewerStatus({ state, progress, onRetry }: Props) {
  const t = useTranslations('viewer')
  const format = useFormat()
  if (state === 'ready') return null
  if (state === 'loading') {
    const hasProgress = progress > 0 && progress < 1
    const loadingText = hasProgress ? t('loading.share', { share: format.percent(progress) }) : t('loading')
    return (
      <div className={styles.message} data-quiet="">
        <span className={styles.messageText}>{progress >= 1 ? t('drawing') : loadingText}</span>
        <Progress label={t('loading')} value={hasProgress ? progress : undefined} />
      </div>
    )
  }
  return (
    <div className={styles.message} role="status">
      <strong>{state === 'lost' ? t('lost') : state === 'none' ? t('none') : t('failed')}</strong>
      {state !== 'lost' && <span>{state === 'none' ? t('none.text') : t('failed.text')}</span>}
      {state !== 'none' && (
        <Button size="small" icon="refresh" onClick={onRetry}>
          {state === 'lost' ? t('lost.again') : t('again')}
        </Button>
      )}
    </div>
  )
}
