import { Button } from '@veranda/ui/button.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { type StageState } from './use-stage.ts'
import styles from './viewer.module.css'

type Props = { state: StageState; progress: number; again: () => void }

/** What stands over the stage while it is not there: how far it has come, or why it does not come. */
export function StageMessage({ state, progress, again }: Props) {
  const t = useWords('viewer')
  const format = useFormat()
  if (state === 'ready') return null
  if (state === 'loading') {
    const arriving = progress > 0 && progress < 1
    const said = arriving ? t('loading.share', { share: format.percent(progress) }) : t('loading')
    return (
      <div className={styles.message} data-quiet="">
        <span className={styles.messageText}>{progress >= 1 ? t('drawing') : said}</span>
        <Progress label={t('loading')} value={arriving ? progress : undefined} />
      </div>
    )
  }
  return (
    <div className={styles.message} role="status">
      <strong>{state === 'lost' ? t('lost') : state === 'none' ? t('none') : t('failed')}</strong>
      {state !== 'lost' && <span>{state === 'none' ? t('none.text') : t('failed.text')}</span>}
      {state !== 'none' && (
        <Button size="small" icon="refresh" onClick={again}>
          {state === 'lost' ? t('lost.again') : t('again')}
        </Button>
      )}
    </div>
  )
}
