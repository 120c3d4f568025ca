import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { Button } from '@veranda/ui/button.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type PinReview } from './use-pin-review.ts'
import styles from './pins.module.css'
import { LazyVoiceField } from './lazy-voice.ts'
import { type Recording } from '../../../components/voice-recorder.ts'

/** Renders the form that adds a written or recorded message to a pin's thread. */
export function PinReplyForm({ pin, thread }: { pin: Pin; thread: PinReview['thread'] }) {
  const t = useTranslations('commissions/pins')
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<Recording>()
  /** Counts sent replies; the recorder is reset after each. */
  const [sentCount, setSentCount] = useState(0)
  const hasContent = text.trim() !== '' || voice !== undefined
  async function send() {
    const sent = await thread.reply(pin, { text, ...(voice === undefined ? {} : { voice: voice.base64 }) })
    if (!sent) return
    setText('')
    setSentCount((count) => count + 1)
  }

  return (
    <>
      <form
        className={styles.reply}
        onSubmit={(event) => {
          event.preventDefault()
          if (hasContent) void send()
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
          <Button type="submit" size="small" busy={thread.busy}>
            {t('reply.send')}
          </Button>
        )}
      </form>
      <Suspense>
        <LazyVoiceField key={sentCount} onChange={setVoice} />
      </Suspense>
    </>
  )
}
