import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { type Place } from '../../parts/viewer-types.ts'
import { type PinReview } from './pin-review.ts'
import styles from './pins.module.css'
import { LazyVoiceField } from './voice.ts'
import { type Recorded } from '../../parts/voice-recorder.ts'

/** What a new pin says; its place was pointed at. */
export function PinForm({ draft, mayAsk, review }: { draft: Place; mayAsk: boolean; review: PinReview }) {
  const t = useWords('pins')
  const c = useWords('common')
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<Recorded>()
  const [change, setChange] = useState(mayAsk)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const said = text.trim() !== '' || voice !== undefined
  return (
    <form
      className={styles.form}
      aria-label={t('new')}
      onSubmit={(event) => {
        event.preventDefault()
        if (said) review.save(text, change, voice?.data)
      }}
    >
      <p className={styles.formHead}>
        <span className={styles.marker} data-look="draft" aria-hidden="true" />
        <strong>{t('new')}</strong>
        <span className={styles.quiet}>
          <bdi>{t('new.on', { part: draft.part })}</bdi>
        </span>
      </p>
      <TextArea
        ref={field}
        rows={3}
        aria-label={t('new.text')}
        placeholder={t('new.hint')}
        maxLength={pinLimits.text}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Suspense>
        <LazyVoiceField onChange={setVoice} />
      </Suspense>
      {mayAsk && (
        <Checkbox
          label={t('new.change')}
          hint={t('new.change.hint')}
          checked={change}
          onChange={(event) => setChange(event.target.checked)}
        />
      )}
      <ProblemBanner problem={review.add.problem} />
      <Line justify="end">
        <Button size="small" kind="quiet" onClick={review.discard}>
          {c('cancel')}
        </Button>
        <Button type="submit" size="small" kind="filled" busy={review.add.busy} disabled={!said}>
          {t('new.save')}
        </Button>
      </Line>
    </form>
  )
}
