import { answerPin, listPins } from '@veranda/contract/pins/routes.ts'
import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { Button } from '@veranda/ui/button.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { Suspense, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import styles from './pins.module.css'
import { LazyVoiceField } from './voice.ts'
import { type Recorded } from '../../parts/voice-recorder.ts'

/** One more message in a pin's thread, written or said. */
export function ReplyForm({ pin }: { pin: Pin }) {
  const t = useWords('pins')
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<Recorded>()
  /** Counts what was sent: the recorder begins anew after each. */
  const [sent, setSent] = useState(0)
  const answer = useCommand(answerPin, {
    touches: [listPins],
    idempotent: true,
    onDone: () => {
      setText('')
      setSent((count) => count + 1)
    },
  })
  const said = text.trim() !== '' || voice !== undefined
  return (
    <>
      <form
        className={styles.reply}
        onSubmit={(event) => {
          event.preventDefault()
          const body = { text, ...(voice === undefined ? {} : { voice: voice.data }) }
          if (said) void answer.run({ params: { id: pin.id }, body })
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
        {said && (
          <Button type="submit" size="small" busy={answer.busy}>
            {t('reply.send')}
          </Button>
        )}
      </form>
      <Suspense>
        <LazyVoiceField key={sent} onChange={setVoice} />
      </Suspense>
      <ProblemBanner problem={answer.problem} />
    </>
  )
}
