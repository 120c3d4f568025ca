import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { type PinReview } from './use-pin-review.ts'
import styles from './pins.module.css'
import { LazyVoiceField } from './lazy-voice.ts'
import { type Recording } from '../../../components/voice-recorder.ts'

/** Renders the form of a new pin whose place was picked. */
export function PinForm({ draft, review }: { draft: AnchorPoint; review: PinReview }) {
  const t = useTranslations('commissions/pins')
  const c = useTranslations('common')
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<Recording>()
  const { canRequestChange } = review
  const [change, setChange] = useState(canRequestChange)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const hasContent = text.trim() !== '' || voice !== undefined
  return (
    <form
      className={styles.form}
      aria-label={t('new')}
      onSubmit={(event) => {
        event.preventDefault()
        if (hasContent) void review.save(text, change, voice?.base64)
      }}
    >
      <p className={styles.formHead}>
        <span className={styles.draft} aria-hidden="true" />
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
        onKeyDown={(event) => {
          // What was written is not thrown away by one key.
          if (event.key === 'Escape' && !hasContent) review.discard()
        }}
      />
      <Suspense>
        <LazyVoiceField onChange={setVoice} />
      </Suspense>
      {canRequestChange && (
        <Checkbox
          label={t('new.change')}
          hint={t('new.change.hint')}
          checked={change}
          onChange={(event) => setChange(event.target.checked)}
        />
      )}
      <ProblemBanner problem={review.adding.problem} />
      <Inline justify="end">
        <Button size="small" kind="quiet" onClick={review.discard}>
          {c('cancel')}
        </Button>
        <Button type="submit" size="small" kind="filled" busy={review.adding.busy} disabled={!hasContent}>
          {t('new.save')}
        </Button>
      </Inline>
    </form>
  )
}
