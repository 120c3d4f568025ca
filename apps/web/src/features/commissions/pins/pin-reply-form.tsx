import { replyToPin, listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { Button } from '@veranda/ui/button.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { Suspense, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import styles from './pins.module.css'
import { LazyVoiceField } from './lazy-voice.ts'
import { type Recording } from '../../../components/voice-recorder.ts'

/** Renders the form that adds a written or recorded message to a pin's thread. */
export function PinReplyForm({ pin }: { pin: Pin }) {
  const t = useTranslations('commissions/pins')
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<Recording>()
  /** Counts sent replies; the recorder is reset after each. */
  const [sentCount, setSentCount] = useState(0)
  const answer = useCommand(replyToPin, {
    invalidates: [listPins],
    idempotent: true,
    onDone: () => {
      setText('')
      setSentCount((count) => count + 1)
    },
  })
  const hasContent = text.trim() !== '' || voice !== undefined
  return (
    <>
      <form
        className={styles.reply}
        onSubmit={(event) => {
          event.preventDefault()
          const body = { text, ...(voice === undefined ? {} : { voice: voice.base64 }) }
          if (hasContent) void answer.run({ params: { id: pin.id }, body })
        }}
      >
        <TextArea
          rows={1}
          className={styles.oneLine}
          aria-label={t('reply')}
          placeholder={t('reply.hint')}
          maxLength={pinLimits.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        {hasContent && (
          <Button type="submit" size="small" busy={answer.busy}>
            {t('reply.send')}
          </Button>
        )}
      </form>
      <Suspense>
        <LazyVoiceField key={sentCount} onChange={setVoice} />
      </Suspense>
      <ProblemBanner problem={answer.problem} />
    </>
  )
}
