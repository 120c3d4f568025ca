import { answerReview, readReviews } from '@veranda/contract/reviews/routes.ts'
import { reviewLimits } from '@veranda/core/reviews/double-blind.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'

/** The one public answer to a review about oneself. */
export function AnswerForm({ reviewId }: { reviewId: string }) {
  const t = useWords('reviews')
  const c = useWords('common')
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const answer = useCommand(answerReview, { idempotent: true, touches: [readReviews] })

  function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (text.trim() !== '') void answer.run({ params: { id: reviewId }, body: { text: text.trim() } })
  }

  if (!open) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('answer.open')}
        </Button>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={3}>
        <Field
          label={t('answer.label')}
          hint={t('answer.hint')}
          error={asked && text.trim() === '' ? t('answer.missing') : answer.problem?.of('text')}
        >
          <TextArea
            autoFocus
            maxLength={reviewLimits.answer}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <ProblemBanner problem={answer.problem} />
        <Line>
          <Button type="submit" busy={answer.busy}>
            {t('answer.send')}
          </Button>
          <Button kind="quiet" onClick={() => setOpen(false)}>
            {c('cancel')}
          </Button>
        </Line>
      </Stack>
    </form>
  )
}
